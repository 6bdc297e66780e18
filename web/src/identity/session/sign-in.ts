import type {
  LinkChallenge,
  SecondFactorChallenge,
  SecondProof,
  SignInAnswer,
} from '@perkex/contract/identity.js';
import { ConnectionError } from '../../api/call.js';
import { identityProvider } from '../../api/identity/chosen-provider.js';
import { type Credentials, type IdentityProvider, subjectOf } from '../../api/identity/identity-provider.js';
import { createUserData } from '../../api/user-data.js';
import { recordErrors } from './record-errors.js';
import { beginLogin, oldLoginEnded } from './session.js';

/** The state of a sign-in. Its functions reject with an Error that has a readable message. */
export type SignInProgress =
  | { readonly type: 'done'; readonly success: string }
  | SecondFactorStep
  | LinkStep;

/** The account requires a second factor. */
export interface SecondFactorStep {
  readonly type: 'second-factor';
  readonly demand: SecondFactorChallenge;
  /** Sends a code to the phone. */
  sendCode(): Promise<void>;
  confirm(proof: SecondProof): Promise<SignInProgress>;
}

/** The GitHub account's e-mail belongs to an account with a password. The two can be linked. */
export interface LinkStep {
  readonly type: 'link';
  readonly demand: LinkChallenge;
  /** After a wrong password it may be tried again. */
  link(password: string): Promise<SignInProgress>;
}

interface Ending {
  readonly remember: boolean;
  /** The message of section 8. */
  readonly success: string;
}

export async function logIn(
  credentials: Credentials & { readonly remember: boolean },
): Promise<SignInProgress> {
  const ending = { remember: credentials.remember, success: 'Successfully logged in!' };
  await oldLoginEnded();
  return take((provider) => provider.signIn(credentials), ending);
}

/** The e-mail of a sign-up whose response was lost. Its account may exist. */
let lostSignUp = '';

/**
 * Creates the account and, once, its user data (section 7), and stays logged in (section 4, "Auth"). If an earlier
 * attempt whose response was lost has created the account, its user is logged in.
 */
export async function signUp(credentials: Credentials): Promise<SignInProgress> {
  const ending = { remember: true, success: 'Successfully signed up and logged in!' };
  await oldLoginEnded();
  return recordErrors(async () => {
    const provider = await identityProvider();
    try {
      const id = await provider.signUp(credentials);
      const done = progress({ user: { id } }, ending);
      // A failure does no harm: the server also creates them at the first read.
      await createUserData(id).catch(() => {});
      return done;
    } catch (failure) {
      return progress(await signInInstead(provider, credentials, failure), ending);
    }
  });
}

/**
 * Signs in to the account of a sign-up whose response was lost. @throws the error of the sign-up, if there is no
 * account
 */
async function signInInstead(
  provider: IdentityProvider,
  credentials: Credentials,
  failure: unknown,
): Promise<SignInAnswer> {
  const { email } = credentials;
  const isLost = failure instanceof ConnectionError;
  if (!isLost && !(subjectOf(failure) === 'email' && email === lostSignUp)) {
    throw failure;
  }
  lostSignUp = email;
  try {
    return await provider.signIn({ ...credentials, remember: true });
  } catch (error) {
    throw isLost && error instanceof ConnectionError ? new ConnectionError(MAY_BE_SIGNED_UP) : failure;
  }
}

const MAY_BE_SIGNED_UP = 'The connection to PerkeX is lost, and your account may have been created.';

/** Opens GitHub's popup, so call it while handling a click. Stays logged in (section 4, "Auth"). */
export function signInWithGithub(): Promise<SignInProgress> {
  const ending = { remember: true, success: 'Successfully signed with github!' };
  return take((provider) => provider.signInWithGithub(oldLoginEnded()), ending);
}

/** Takes a step of a sign-in. @returns the next state */
function take(
  step: (provider: IdentityProvider) => Promise<SignInAnswer>,
  ending: Ending,
): Promise<SignInProgress> {
  return recordErrors(async () => progress(await step(await identityProvider()), ending));
}

function progress(answer: SignInAnswer, ending: Ending): SignInProgress {
  if ('secondFactor' in answer) {
    return {
      type: 'second-factor',
      demand: answer.secondFactor,
      sendCode: () => recordErrors(async () => (await identityProvider()).sendSecondFactorCode()),
      confirm: (proof) => take((provider) => provider.confirmSecondFactor(proof), ending),
    };
  }
  if ('link' in answer) {
    const linked = { remember: true, success: 'Successfuly linked your account with github!' };
    return {
      type: 'link',
      demand: answer.link,
      link: (password) => take((provider) => provider.linkWithPassword(password), linked),
    };
  }
  const { remember, success } = ending;
  beginLogin(answer.user.id, remember, success);
  return { type: 'done', success };
}
