import type {
  AppSecret,
  EmailProof,
  LinkDemand,
  LoginSecurity,
  SecondFactorDemand,
  SecondProof,
} from '@perkex/contract/identity.js';

const PREFIX_LENGTH = 10;

/**
 * Whoever knows the users refused. The message begins with the provider's prefix of ten characters, which the screens
 * cut off (section 8).
 */
export class IdentityError extends Error {
  override readonly name = 'IdentityError';

  /** The message without its prefix. */
  get sentence(): string {
    return this.message.slice(PREFIX_LENGTH);
  }
}

/** The sign-in that was under way is over: nothing but a new one helps. */
export class SignInOverError extends IdentityError {}

/** The password of whoever is signed in is not this one. */
export class WrongPasswordError extends IdentityError {}

/** The e-mail of a sign-up has an account already, or cannot be anybody's. */
export class UnfitEmailError extends IdentityError {}

/** A new password is too short, too long or too easy to guess. */
export class UnfitPasswordError extends IdentityError {}

/** The code of a mail is used, too old or none at all: nothing but a new mail helps. */
export class DeadCodeError extends IdentityError {}

/** What somebody is told who opens the page of a confirmation mail without its link. */
export const LINK_NEEDED = 'Open this page with the link in the e-mail that we sent you.';

/** The code of a confirmation mail belongs to another account than the one that is signed in. */
export class OtherAccountError extends IdentityError {}

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** What a good first proof (a password, GitHub, a link of the two) leads to. */
export type SignInResult =
  | { readonly type: 'signed-in'; readonly uid: string }
  | { readonly type: 'second-factor'; readonly demand: SecondFactorDemand }
  | { readonly type: 'link'; readonly demand: LinkDemand };

/**
 * The port to whoever knows the users: all that the screens need of it. Every function rejects with IdentityError when
 * it is refused, and with ConnectionError when there is no answer.
 */
export interface IdentityProvider {
  signIn(credentials: Credentials & { readonly remember: boolean }): Promise<SignInResult>;
  /** Makes an account and signs in. @returns the user's id */
  signUp(credentials: Credentials): Promise<string>;
  signOut(): Promise<void>;
  /** Sends a mail with a link to the reset page, whether or not the account exists. */
  sendResetMail(email: string): Promise<void>;
  /** Sets the password that the code of such a mail stands for; rejects with DeadCodeError when it is of no use. */
  confirmReset(code: string, password: string): Promise<void>;

  /**
   * The e-mail of whoever is signed in, and whether it is proved. Without a session (any more), this and the next two
   * reject with the RefusalError of every other call.
   */
  emailProof(): Promise<EmailProof>;
  /** Sends a new mail with a link that proves it; the one before stops working. */
  sendConfirmationMail(): Promise<void>;
  /**
   * Proves it by the code of such a mail, or finds that it is proved by now; an empty code only looks for that. Rejects
   * with OtherAccountError when the code is somebody else's.
   */
  confirmEmail(code: string): Promise<void>;

  /** Opens GitHub's popup, so that it has to be called while a click is handled. A new one cancels the one before. */
  signInWithGithub(): Promise<SignInResult>;
  /** The ways to log in to the account of a link that is under way, such as 'password'. */
  pendingLinkMethods(): Promise<readonly string[]>;
  /** Links GitHub with the account of the link that is under way, and signs in. A wrong password may be tried again. */
  linkWithPassword(password: string): Promise<SignInResult>;

  /** Sends the code of a sign-in that is under way to the user's phone. */
  sendSecondFactorCode(): Promise<void>;
  /** Ends a sign-in that is under way; rejects with SignInOverError when there is none (any more). @returns the user's id */
  confirmSecondFactor(proof: SecondProof): Promise<string>;

  /** The settings of whoever is signed in. */
  readonly security: SecuritySettings;
}

/**
 * How the signed-in user logs in. The password is the account's; empty for an account that has none. Without a session
 * (any more), every function rejects with the RefusalError of every other call.
 */
export interface SecuritySettings {
  read(): Promise<LoginSecurity>;
  /** Begins to set up an authenticator app. */
  startApp(password: string): Promise<AppSecret>;
  /** Turns it on by a first code. @returns recovery codes, to be written down; empty when there are some already */
  confirmApp(code: string): Promise<readonly string[]>;
  /** Sends a code to a phone that is to be turned on. */
  startPhone(password: string, phone: string): Promise<void>;
  /** Turns it on by that code. @returns recovery codes as above */
  confirmPhone(code: string): Promise<readonly string[]>;
  /** Turns one off. */
  turnOff(factor: 'app' | 'phone', password: string): Promise<void>;
  /** New recovery codes; the ones before stop working. */
  renewRecoveryCodes(password: string): Promise<readonly string[]>;
  /** Takes away the login by GitHub, from an account that has a password. */
  unlinkGithub(password: string): Promise<void>;
  /** Sets a new password, which ends all other sessions. */
  changePassword(password: string, newPassword: string): Promise<void>;
  endSession(id: string): Promise<void>;
  endOtherSessions(): Promise<void>;
}
