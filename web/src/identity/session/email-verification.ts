import { useQuery } from '@tanstack/react-query';
import { isSignedOut } from '../../api/call.js';
import { identityProvider, identitySetup } from '../../api/identity/chosen-provider.js';
import { emailVerificationQuery } from '../../api/identity/security.js';
import { useUserId } from './auth-store.js';
import { recordErrors } from './record-errors.js';

/** The user's unconfirmed e-mail; null if there is none, or if it is not known yet. */
export function useUnconfirmedEmail(): string | null {
  const { data } = useQuery(emailVerificationQuery(useUserId()));
  return data && !data.isProved ? data.email : null;
}

/** As `useUnconfirmedEmail`, if the user has to confirm it before placing an order. */
export function useUnprovedEmail(): string | null {
  const email = useUnconfirmedEmail();
  return identitySetup.requiresEmailProof ? email : null;
}

/** @returns a sentence about the mail @throws Error with a readable message */
export function sendConfirmationMail(): Promise<string> {
  return recordErrors(async () => {
    await (await identityProvider()).own.sendConfirmation();
    return 'A link is on its way. Earlier ones no longer work.';
  });
}

/** Verifies the e-mail with the code of a mail. @throws Error with a readable message */
export function confirmEmail(code: string): Promise<unknown> {
  return recordErrors(async () => (await identityProvider()).own.confirmEmail({ code }));
}

/** Confirms a change of e-mail with the code of a mail. @returns true if no other code is missing @throws as above */
export function confirmEmailChange(code: string): Promise<{ readonly isChanged: boolean }> {
  return recordErrors(async () => (await identityProvider()).own.confirmEmailChange({ code }));
}

/** True if a call was refused because there is no session. */
export function isLoginOver(error: unknown): boolean {
  return error instanceof Error && isSignedOut(error.cause);
}
