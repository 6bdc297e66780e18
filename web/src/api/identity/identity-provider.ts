import type { ResetDescription, SecondProof, SignInAnswer } from '@perkex/contract/identity.js';
import type { IdentityAnswer, IdentityInput, OwnCallName } from '@perkex/contract/identity-calls.js';
import { ConnectionError } from '../call.js';

const PREFIX_LENGTH = 10;

/** What a refusal is about, where that decides what comes next. */
export type RefusalSubject =
  /** The sign-in that was under way has ended: only a new one helps. */
  | 'ended-sign-in'
  /** This is not the signed-in user's password. */
  | 'own-password'
  /** A new password is too short, too long or too easy to guess. */
  | 'new-password'
  /** The e-mail of a sign-up already has an account, or is not valid. */
  | 'email'
  /** The code of a mail is used, expired or malformed: only a new mail helps. */
  | 'dead-code'
  /** The code of a confirmation mail belongs to a different account than the one that is signed in. */
  | 'other-account';

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

/** What an error of the provider is about, or one that `recordErrors` has made of it; null for anything else. */
export function subjectOf(error: unknown): RefusalSubject | null {
  if (error instanceof IdentityError) {
    return error.subject;
  }
  return error instanceof Error && error.cause instanceof IdentityError ? error.cause.subject : null;
}

/** The sentence that people read when a call to the identity provider has failed. */
export function errorSentence(error: unknown): string {
  if (error instanceof IdentityError) {
    return error.message.slice(PREFIX_LENGTH);
  }
  return error instanceof ConnectionError ? `${error.message} Please try again.` : 'Something went wrong.';
}

/** Shown when the page of a mail is opened without the mail's link. */
export const LINK_NEEDED = 'Open this page with the link in the e-mail we sent you.';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/**
 * The calls of whoever is signed in, as the built-in service has them; another provider refuses those that it does not
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
 * The port to the identity provider: all that the screens need of it. Every function rejects with IdentityError when it
 * is refused, and with ConnectionError when there is no answer.
 */
export interface IdentityProvider {
  signIn(credentials: Credentials & { readonly remember: boolean }): Promise<SignInAnswer>;
  /** Creates an account and signs in. @returns the user's id */
  signUp(credentials: Credentials): Promise<string>;
  signOut(): Promise<void>;
  /** Sends a mail with a link to the reset page, whether or not the account exists. */
  sendResetMail(email: string): Promise<void>;
  /** What a new password by the code of such a mail removes. */
  describeReset(code: string): Promise<ResetDescription>;
  /** Sets a new password by the code of such a mail. */
  confirmReset(code: string, password: string): Promise<void>;
  /** Opens GitHub's popup, so call it while handling a click. A new popup cancels the previous one. */
  signInWithGithub(): Promise<SignInAnswer>;
  /** Completes the pending link and signs in. After a wrong password it may be tried again. */
  linkWithPassword(password: string): Promise<SignInAnswer>;
  /** Sends the code of the current sign-in to the user's phone. */
  sendSecondFactorCode(): Promise<void>;
  /** Completes the current sign-in. */
  confirmSecondFactor(proof: SecondProof): Promise<SignInAnswer>;
  /**
   * What signed-in users ask for. To confirm an e-mail that is proved already does nothing; an empty code only checks
   * for that.
   */
  readonly own: OwnCalls;
}
