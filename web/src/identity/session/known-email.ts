import { useQuery } from '@tanstack/react-query';
import { securityQuery } from '../../api/identity/security.js';
import { useUserId } from './auth-store.js';

/** The history state of the forgot-password page with an e-mail that is already known. */
interface KnownEmail {
  readonly email: string;
}

/** The user's e-mail, if the security page has already read it. */
export function useKnownEmail(): KnownEmail | undefined {
  const { data } = useQuery({ ...securityQuery(useUserId()), enabled: false });
  return data && { email: data.email };
}

/** The e-mail in such a state, which may hold anything; empty without one. */
export function emailIn(state: unknown): string {
  const email = (state as Partial<Record<keyof KnownEmail, unknown>> | null)?.email;
  return typeof email === 'string' ? email : '';
}
