import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { readAgain } from '../read-again.js';
import { identityProvider, identitySetup } from './chosen-provider.js';

/** Polling interval, because the link may be opened in another tab. */
const LOOK_INTERVAL_MS = 4_000;

/** The user's login methods, and the browsers in which they are logged in. */
export function securityQuery(userId: string) {
  return queryOptions({
    queryKey: ['security', userId],
    queryFn: async () => (await identityProvider()).own.security(),
    enabled: userId !== '',
    staleTime: 0,
    // The e-mail changes through a link that is opened elsewhere.
    refetchOnWindowFocus: true,
  });
}

/** The history of the user's account. */
export function accountEventsQuery(userId: string) {
  return queryOptions({
    queryKey: ['events', userId],
    queryFn: async () => (await (await identityProvider()).own.events()).events,
    enabled: userId !== '',
    staleTime: 0,
  });
}

export async function invalidateSecurity(client: QueryClient): Promise<void> {
  await Promise.all([readAgain(client, ['security']), readAgain(client, ['events'])]);
}

/**
 * The data that a new password removes. An empty code belongs to no mail.
 * @param isUsed true from when the code is sent with a new password: it works once
 */
export function resetDescriptionQuery(code: string, isUsed: boolean) {
  return queryOptions({
    queryKey: ['describeReset', code],
    queryFn: async () => (await identityProvider()).describeReset(code),
    enabled: code !== '' && !isUsed,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** True once the user has verified their e-mail. Polled while orders wait for that. */
export function emailVerificationQuery(userId: string) {
  return queryOptions({
    queryKey: ['emailProof', userId],
    queryFn: async () => (await identityProvider()).own.emailProof(),
    enabled: userId !== '' && (identitySetup.requiresEmailProof || identitySetup.provider === 'embedded'),
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) =>
      state.data?.isProved || !identitySetup.requiresEmailProof ? false : LOOK_INTERVAL_MS,
  });
}

export function invalidateEmailVerification(client: QueryClient): Promise<void> {
  return readAgain(client, ['emailProof']);
}
