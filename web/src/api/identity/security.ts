import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { identityProvider } from './chosen-provider.js';

/** How the user logs in, and in which browsers they are logged in. */
export function securityQuery(uid: string) {
  return queryOptions({
    queryKey: ['security', uid],
    queryFn: async () => (await identityProvider()).security.read(),
    enabled: uid !== '',
    staleTime: 0,
    // The e-mail changes by a link that is opened elsewhere.
    refetchOnWindowFocus: true,
  });
}

/** What happened to the user's account. */
export function accountEventsQuery(uid: string) {
  return queryOptions({
    queryKey: ['security', uid, 'events'],
    queryFn: async () => (await identityProvider()).security.readEvents(),
    enabled: uid !== '',
    staleTime: 0,
  });
}

export function invalidateSecurity(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ['security'] });
}
