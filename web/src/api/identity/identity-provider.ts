import type { ResetDescription, SecondProof, SignInAnswer } from '@perkex/contract/identity.js';
import type { IdentityAnswer, IdentityInput, OwnCallName } from '@perkex/contract/identity-calls.js';
import { ConnectionError } from '../call.js';

const PREFIX_LENGTH = 10;

/** The subject of a refusal, where it decides the next step. */
export type RefusalSubject =
  /** The sign-in has ended, so the user has to start again. */
  | 'ended-sign-in'
  /** This is not the signed-in user's password. */
  | 'own-password'
  /** The new password is too short, too long or too easy to guess. */
  | 'new-password'
  /** The e-mail of a sign-up already has an account, or is invalid. */
  | 'email'
  /** The code of a mail is used, expired or malformed, so the user needs a new mail. */
  | 'dead-code'
  /** The code of a confirmation mail belongs to a different account than the one signed in. */
  | 'other-account'
  /** The session to be ended has ended already. */
  | 'ended-session';

/**
 * A refusal of the identity provider. The message begins with the provider's prefix of ten characters, which the
 * screens cut off (section 8).
 */
export class IdentityError extends Error {
  override readonly name = 'IdentityError';

  constructor(
    message: string,
    readonly subject: RefusalSubject | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The subject of an error of the provider, or of one that `recordErrors` has made of it; null for any other error. */
export function subjectOf(error: unknown): RefusalSubject | null {
  if (error instanceof IdentityError) {
    return error.subject;
  }
  return error instanceof Error && error.cause instanceof IdentityError ? error.cause.subject : null;
}

/** The readable sentence for a failed call to the identity provider. */
export function errorSentence(error: unknown): string {
  if (error instanceof IdentityError) {
    return error.message.slice(PREFIX_LENGTH);
  }
  return error instanceof ConnectionError ? `${error.message} Please try again.` : 'Something went wrong.';
}

/** Shown when the page of a mail is opened without the mail's link. */
export const LINK_NEEDED = 'Open this page with the link in the e-mail we sent you.';

/** Shown when only a new login verifies the session. */
export const LOG_IN_AGAIN = 'Please log out and log in again. That counts for ten minutes.';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/**
 * The calls of the signed-in user, as the built-in service has them. Another provider refuses those that it does not
 * offer. Passwords are empty for an account without one. Without a session they reject with RefusalError, as any other
 * call does.
 */
export type OwnCalls = {
  readonly [Name in OwnCallName]: (body: OwnInput<Name>) => Promise<IdentityAnswer<Name>>;
};

export type OwnInput<Name extends OwnCallName> =
  // biome-ignore lint/suspicious/noConfusingVoidType: a parameter that may be left out
  IdentityInput<Name> extends undefined ? void : IdentityInput<Name>;

/**
 * The port to the identity provider: everything that the screens need. Each function rejects with IdentityError when it
 * is refused, and with ConnectionError when there is no response.
 */
export interface IdentityProvider {
  signIn(credentials: Credentials & { readonly remember: boolean }): Promise<SignInAnswer>;
  /** Creates an account and signs in. @returns the user's id */
  signUp(credentials: Credentials): Promise<string>;
  signOut(): Promise<void>;
  /** Extends the session of a remembered login in use. Does nothing if it has ended. */
  extendSession(): Promise<void>;
  /** Sends a mail with a link to the reset page, whether or not the account exists. */
  sendResetMail(email: string): Promise<void>;
  /** The data that a new password removes. @param code the code of the mail */
  describeReset(code: string): Promise<ResetDescription>;
  /** Sets a new password with the code of the mail. */
  confirmReset(code: string, password: string): Promise<void>;
  /**
   * Opens GitHub's popup, so call it while handling a click. A new popup cancels the previous one.
   * @param oldLoginEnded the popup opens before this resolves, the sign-in begins afterwards
   */
  signInWithGithub(oldLoginEnded: Promise<void>): Promise<SignInAnswer>;
  /** Completes the pending link and signs in. After a wrong password it may be tried again. */
  linkWithPassword(password: string): Promise<SignInAnswer>;
  /** Sends the code of the current sign-in to the user's phone. */
  sendSecondFactorCode(): Promise<void>;
  /** Completes the current sign-in. */
  confirmSecondFactor(proof: SecondProof): Promise<SignInAnswer>;
  /**
   * The calls of the signed-in user. Confirming an e-mail that is already verified does nothing; an empty code only
   * checks the status.
   */
  readonly own: OwnCalls;
}
