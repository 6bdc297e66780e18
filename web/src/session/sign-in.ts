import type { LinkDemand, SecondFactorDemand, SecondProof } from '@perkex/contract/identity.js';
import { identityProvider } from '../api/identity/chosen-provider.js';
import {
  type Credentials,
  SignInOverError,
  type SignInResult,
  UnfitEmailError,
} from '../api/identity/identity-provider.js';
import { createUserData } from '../api/user-data.js';
import { noted } from './noted.js';
import { beginLogin, oldLoginEnded } from './session.js';

/** How far a sign-in has come. Its functions reject with an Error with a message for people. */
export type SignInProgress =
  | { readonly type: 'done'; readonly success: string }
  | SecondFactorStep
  | LinkStep;

/** The account wants a second proof. */
export interface SecondFactorStep {
  readonly type: 'second-factor';
  readonly demand: SecondFactorDemand;
  /** Sends a code to the phone. */
  sendCode(): Promise<void>;
  confirm(proof: SecondProof): Promise<SignInProgress>;
}

/** GitHub's e-mail has an account with a password, which can be linked. */
export interface LinkStep {
  readonly type: 'link';
  readonly demand: LinkDemand;
  /** May be tried again with another password. */
  link(password: string): Promise<SignInProgress>;
}

interface Ending {
  readonly remember: boolean;
  /** Section 8. */
  readonly success: string;
}

/** Whether a step failed for good: only a new sign-in helps. */
export function isSignInOver(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof SignInOverError;
}

/** Whether a sign-up was refused because of its e-mail. */
export function isAboutEmail(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof UnfitEmailError;
}

export function logIn(credentials: Credentials & { readonly remember: boolean }): Promise<SignInProgress> {
  const ending = { remember: credentials.remember, success: 'Successfully logged in!' };
  return noted(async () => {
    await oldLoginEnded();
    return progress(await (await identityProvider()).signIn(credentials), ending);
  });
}

/** Makes the account and its user data, once (section 7), and stays logged in (section 4, "Auth"). */
export function signUp(credentials: Credentials): Promise<SignInProgress> {
  return noted(async () => {
    await oldLoginEnded();
    const uid = await (await identityProvider()).signUp(credentials);
    const done = end(uid, { remember: true, success: 'Successfully signed up and logged in!' });
    // The server makes them by itself at the first read too, so that this may fail.
    await createUserData(uid).catch(() => {});
    return done;
  });
}

/** Opens GitHub's popup: to be called while a click is handled. It stays logged in (section 4, "Auth"). */
export function signInWithGithub(): Promise<SignInProgress> {
  const ending = { remember: true, success: 'Successfully signed with github!' };
  return noted(async () => {
    const signingIn = (await identityProvider()).signInWithGithub();
    return progress(await signingIn, ending);
  });
}

function progress(result: SignInResult, ending: Ending): SignInProgress {
  switch (result.type) {
    case 'signed-in':
      return end(result.uid, ending);
    case 'second-factor':
      return secondFactorStep(result.demand, ending);
    case 'link':
      return linkStep(result.demand);
  }
}

function end(uid: string, { remember, success }: Ending): SignInProgress {
  beginLogin(uid, remember, success);
  return { type: 'done', success };
}

function secondFactorStep(demand: SecondFactorDemand, ending: Ending): SecondFactorStep {
  return {
    type: 'second-factor',
    demand,
    sendCode: () => noted(async () => (await identityProvider()).sendSecondFactorCode()),
    confirm: (proof) =>
      noted(async () => {
        const uid = await (await identityProvider()).confirmSecondFactor(proof);
        return end(uid, ending);
      }),
  };
}

function linkStep(demand: LinkDemand): LinkStep {
  const ending = { remember: true, success: 'Successfuly linked your account with github!' };
  return {
    type: 'link',
    demand,
    link: (password) =>
      noted(async () => progress(await (await identityProvider()).linkWithPassword(password), ending)),
  };
}
