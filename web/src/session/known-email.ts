import { useQuery } from '@tanstack/react-query';
import { securityQuery } from '../api/security.js';
import { useUid } from './auth-store.js';

/** What a link to the forgot-password form brings along, so that nobody types what is known. */
interface KnownEmail {
  readonly email: string;
}

/** The e-mail of whoever is logged in, once the security page has read it; it is not read for this. */
export function useKnownEmail(): KnownEmail | undefined {
  const { data } = useQuery({ ...securityQuery(useUid()), enabled: false });
  return data && { email: data.email };
}

/** The e-mail in the state of a navigation, which may be anything; empty without one. */
export function emailIn(state: unknown): string {
  const email = (state as Partial<Record<keyof KnownEmail, unknown>> | null)?.email;
  return typeof email === 'string' ? email : '';
}
