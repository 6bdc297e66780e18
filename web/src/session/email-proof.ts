import { useQuery } from '@tanstack/react-query';
import { isSignedOut } from '../api/call.js';
import { identityProvider, identitySetup } from '../api/identity/chosen-provider.js';
import { emailProofQuery } from '../api/identity/security.js';
import { useUid } from './auth-store.js';
import { recordErrors } from './record-errors.js';

/** The e-mail that the user has not confirmed; null if there is none, or not known yet. */
export function useUnconfirmedEmail(): string | null {
  const { data } = useQuery(emailProofQuery(useUid()));
  return data && !data.isProved ? data.email : null;
}

/** As `useUnconfirmedEmail`, where the user has to confirm it before placing an order. */
export function useUnprovedEmail(): string | null {
  const email = useUnconfirmedEmail();
  return identitySetup.requiresEmailProof ? email : null;
}

/** @returns a sentence about it @throws Error with a message for people */
export function sendConfirmationMail(): Promise<string> {
  return recordErrors(async () => {
    await (await identityProvider()).own.sendConfirmation();
    return 'A new link is on its way. The previous one no longer works.';
  });
}

/** Proves the e-mail by the code of a mail. @throws Error with a message for people */
export function confirmEmail(code: string): Promise<unknown> {
  return recordErrors(async () => (await identityProvider()).own.confirmEmail({ code }));
}

/** Confirms a change of it by the code of a mail. @returns whether no other code was missing @throws as above */
export function confirmEmailChange(code: string): Promise<{ readonly isChanged: boolean }> {
  return recordErrors(async () => (await identityProvider()).own.confirmEmailChange({ code }));
}

/** Whether it was refused because nobody is logged in. */
export function isLoginOver(error: unknown): boolean {
  return error instanceof Error && isSignedOut(error.cause);
}
