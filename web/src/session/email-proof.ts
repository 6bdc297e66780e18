import { useQuery } from '@tanstack/react-query';
import { isSignedOut } from '../api/call.js';
import { identityProvider } from '../api/identity/chosen-provider.js';
import { emailProofQuery } from '../api/identity/email-proof.js';
import { OtherAccountError } from '../api/identity/identity-provider.js';
import { useUid } from './auth-store.js';
import { recordErrors } from './record-errors.js';

/** The e-mail that the user has to prove before placing an order; null if there is none, or not known yet. */
export function useUnprovedEmail(): string | null {
  const { data } = useQuery(emailProofQuery(useUid()));
  return data && !data.isProved ? data.email : null;
}

/** @throws Error with a message for people */
export function sendConfirmationMail(): Promise<void> {
  return recordErrors(async () => (await identityProvider()).sendConfirmationMail());
}

/** Proves the e-mail by the code of a mail. @throws Error with a message for people */
export function confirmEmail(code: string): Promise<void> {
  return recordErrors(async () => (await identityProvider()).confirmEmail(code));
}

/** Confirms a change of the e-mail by the code of a mail. @returns whether it was the last one that was missing */
export function confirmEmailChange(code: string): Promise<boolean> {
  return recordErrors(async () => (await identityProvider()).security.confirmEmailChange(code));
}

/** Whether a code was refused because it belongs to a different account than the one that is logged in. */
export function isOfOtherAccount(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof OtherAccountError;
}

/** Whether it was refused because nobody is logged in. */
export function isLoginOver(error: unknown): boolean {
  return error instanceof Error && isSignedOut(error.cause);
}
