import type { LinkDemand, SecondFactorDemand, SecondProof } from '@perkex/contract/identity.js';
import { identityProvider } from '../api/identity/chosen-provider.js';
import {
  type Credentials,
  SignInOverError,
  type SignInResult,
  UnfitEmailError,
} from '../api/identity/identity-provider.js';
import { createUserData } from '../api/user-data.js';
import { recordErrors } from './record-errors.js';
import { beginLogin, oldLoginEnded } from './session.js';

/** Where a sign-in stands. Its functions reject with an Error that has a message for people. */
export type SignInProgress =
  | { readonly type: 'done'; readonly success: string }
  | SecondFactorStep
  | LinkStep;

/** The account asks for a second proof. */
export interface SecondFactorStep {
  readonly type: 'second-factor';
  readonly demand: SecondFactorDemand;
  /** Sends a code to the phone. */
  sendCode(): Promise<void>;
  confirm(proof: SecondProof): Promise<SignInProgress>;
}

/** The GitHub account's e-mail belongs to an account with a password: the two can be linked. */
export interface LinkStep {
  readonly type: 'link';
  readonly demand: LinkDemand;
  /** After a wrong password it may be tried again. */
  link(password: string): Promise<SignInProgress>;
}

interface Ending {
  readonly remember: boolean;
  /** Section 8. */
  readonly success: string;
}

/** Whether the sign-in has failed for good: only a new one helps. */
export function isSignInOver(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof SignInOverError;
}

/** Whether a sign-up was refused because of its e-mail. */
export function isAboutEmail(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof UnfitEmailError;
}

export function logIn(credentials: Credentials & { readonly remember: boolean }): Promise<SignInProgress> {
  const ending = { remember: credentials.remember, success: 'Successfully logged in!' };
  return recordErrors(async () => {
    await oldLoginEnded();
    return progress(await (await identityProvider()).signIn(credentials), ending);
  });
}

/** Creates the account and, once, its user data (section 7), and stays logged in (section 4, "Auth"). */
export function signUp(credentials: Credentials): Promise<SignInProgress> {
  return recordErrors(async () => {
    await oldLoginEnded();
    const uid = await (await identityProvider()).signUp(credentials);
    const done = end(uid, { remember: true, success: 'Successfully signed up and logged in!' });
    // This may fail: the server creates them at the first read as well.
    await createUserData(uid).catch(() => {});
    return done;
  });
}

/** Opens GitHub's popup, so call it while handling a click. Stays logged in (section 4, "Auth"). */
export function signInWithGithub(): Promise<SignInProgress> {
  const ending = { remember: true, success: 'Successfully signed with github!' };
  return recordErrors(async () => {
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
    sendCode: () => recordErrors(async () => (await identityProvider()).sendSecondFactorCode()),
    confirm: (proof) =>
      recordErrors(async () => {
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
      recordErrors(async () => progress(await (await identityProvider()).linkWithPassword(password), ending)),
  };
}
