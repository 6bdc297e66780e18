import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { identityProvider, identitySetup } from './chosen-provider.js';

/** The link may be opened in another tab. */
const LOOK_INTERVAL_MS = 4_000;

/** Whether the user has proved their e-mail; only read where orders need that. */
export function emailProofQuery(uid: string) {
  return queryOptions({
    queryKey: ['emailProof', uid],
    queryFn: async () => (await identityProvider()).emailProof(),
    enabled: uid !== '' && identitySetup.requiresEmailProof,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (state.data?.isProved ? false : LOOK_INTERVAL_MS),
  });
}

export function invalidateEmailProof(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ['emailProof'] });
}
