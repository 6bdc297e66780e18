import type { AccountEvent } from '@perkex/contract/account-events.js';
import type {
  AppSecret,
  EmailProof,
  LinkDemand,
  LoginSecurity,
  SecondFactor,
  SecondFactorDemand,
  SecondProof,
} from '@perkex/contract/identity.js';

const PREFIX_LENGTH = 10;

/**
 * A refusal of the identity provider. The message begins with the provider's prefix of ten characters, which the
 * screens cut off (section 8).
 */
export class IdentityError extends Error {
  override readonly name = 'IdentityError';

  /** The message without its prefix. */
  get sentence(): string {
    return this.message.slice(PREFIX_LENGTH);
  }
}

/** The sign-in that was under way has ended: only a new one helps. */
export class SignInOverError extends IdentityError {}

/** This is not the signed-in user's password. */
export class WrongPasswordError extends IdentityError {}

/** The e-mail of a sign-up already has an account, or is not valid. */
export class UnfitEmailError extends IdentityError {}

/** A new password is too short, too long or too easy to guess. */
export class UnfitPasswordError extends IdentityError {}

/** The code of a mail is used, expired or malformed: only a new mail helps. */
export class DeadCodeError extends IdentityError {}

/** Shown when the page of a mail is opened without the mail's link. */
export const LINK_NEEDED = 'Open this page with the link in the e-mail we sent you.';

/** The code of a confirmation mail belongs to a different account than the one that is signed in. */
export class OtherAccountError extends IdentityError {}

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** What follows a successful first proof: a password, GitHub, or linking the two. */
export type SignInResult =
  | { readonly type: 'signed-in'; readonly uid: string }
  | { readonly type: 'second-factor'; readonly demand: SecondFactorDemand }
  | { readonly type: 'link'; readonly demand: LinkDemand };

/**
 * The port to the identity provider: all that the screens need of it. Every function rejects with IdentityError when it
 * is refused, and with ConnectionError when there is no answer.
 */
export interface IdentityProvider {
  signIn(credentials: Credentials & { readonly remember: boolean }): Promise<SignInResult>;
  /** Creates an account and signs in. @returns the user's id */
  signUp(credentials: Credentials): Promise<string>;
  signOut(): Promise<void>;
  /** Sends a mail with a link to the reset page, whether or not the account exists. */
  sendResetMail(email: string): Promise<void>;
  /** Sets a new password by the code of such a mail; rejects with DeadCodeError when the code is no longer valid. */
  confirmReset(code: string, password: string): Promise<void>;

  /**
   * The signed-in user's e-mail, and whether it is proved. Without a session, this and the next two reject with
   * RefusalError, as any other call does.
   */
  emailProof(): Promise<EmailProof>;
  /** Sends a new mail with a link that proves it; earlier links stop working. */
  sendConfirmationMail(): Promise<void>;
  /**
   * Proves it by the code of such a mail, unless it is proved already; an empty code only checks for that. Rejects with
   * OtherAccountError when the code is somebody else's.
   */
  confirmEmail(code: string): Promise<void>;

  /** Opens GitHub's popup, so call it while handling a click. A new popup cancels the previous one. */
  signInWithGithub(): Promise<SignInResult>;
  /** The ways to log in to the account of the pending link, such as 'password'. */
  pendingLinkMethods(): Promise<readonly string[]>;
  /** Completes the pending link and signs in. After a wrong password it may be tried again. */
  linkWithPassword(password: string): Promise<SignInResult>;

  /** Sends the code of the current sign-in to the user's phone. */
  sendSecondFactorCode(): Promise<void>;
  /** Completes the current sign-in; rejects with SignInOverError when there is none. @returns the user's id */
  confirmSecondFactor(proof: SecondProof): Promise<string>;

  /** The signed-in user's settings. */
  readonly security: SecuritySettings;
}

/** What proves an open session: the password, or a code of the second factor. */
export type SessionProof =
  | { readonly password: string }
  | { readonly factor: SecondFactor; readonly code: string };

/**
 * How the signed-in user logs in. The password is the account's, empty if it has none. Without a session, every
 * function rejects with RefusalError, as any other call does.
 */
export interface SecuritySettings {
  read(): Promise<LoginSecurity>;
  /** What happened to the account, newest first. Only a provider that tells of sessions tells of this. */
  readEvents(): Promise<readonly AccountEvent[]>;
  /** Proves the open session anew. */
  prove(proof: SessionProof): Promise<void>;
  /** Sends a code to the user's phone to prove it with. */
  sendProofCode(): Promise<void>;
  /** Starts setting up an authenticator app. */
  startApp(password: string): Promise<AppSecret>;
  /** Turns it on by a first code. @returns recovery codes to write down; empty when the user has some already */
  confirmApp(code: string): Promise<readonly string[]>;
  /** Sends a code to a phone, to turn it on with. */
  startPhone(password: string, phone: string): Promise<void>;
  /** Turns it on by that code. @returns recovery codes as above */
  confirmPhone(code: string): Promise<readonly string[]>;
  /** Turns one off. */
  turnOff(factor: 'app' | 'phone', password: string): Promise<void>;
  /** Makes new recovery codes; the old ones stop working. */
  renewRecoveryCodes(password: string): Promise<readonly string[]>;
  /** Removes the GitHub login from an account that has a password. */
  unlinkGithub(password: string): Promise<void>;
  /** Sets a new password, which ends all other sessions. */
  changePassword(password: string, newPassword: string): Promise<void>;
  /**
   * Has links sent that together change the e-mail. Rejects with RefusalError when the session has to be proved anew.
   * @returns whether the old mailbox has to confirm, too
   */
  changeEmail(newEmail: string): Promise<boolean>;
  /** Confirms by the code of such a link; rejects as `confirmEmail`. @returns whether the e-mail has changed with it */
  confirmEmailChange(code: string): Promise<boolean>;
  endSession(id: string): Promise<void>;
  endOtherSessions(): Promise<void>;
  /** Deletes the account for good, by the password or, where it has none, in a fresh session. */
  deleteAccount(password: string): Promise<void>;
}
