import { FirebaseError } from '@firebase/app';
import { IdentityError, ResetCodeError, SignInOverError } from './identity-provider.js';

/** As long as the prefix of Firebase's own messages, which the screens cut off (section 8). */
const PREFIX = 'Firebase: ';

/** Lets a task of Firebase's client fail as the port says. @throws IdentityError */
export async function told<Result>(task: () => Promise<Result>): Promise<Result> {
  try {
    return await task();
  } catch (error) {
    throw refusal(error);
  }
}

/** Firebase's messages have the prefix already. */
export function refusal(error: unknown): unknown {
  if (!(error instanceof FirebaseError)) {
    return error;
  }
  if (hasCode(error, 'auth/invalid-action-code', 'auth/expired-action-code')) {
    return new ResetCodeError(error.message, { cause: error });
  }
  const isOver = hasCode(error, 'auth/invalid-multi-factor-session', 'auth/missing-multi-factor-session');
  return isOver
    ? new SignInOverError(error.message, { cause: error })
    : new IdentityError(error.message, { cause: error });
}

/** A refusal of our own. */
export function refused(sentence: string): IdentityError {
  return new IdentityError(`${PREFIX}${sentence}`);
}

export function signInOver(sentence: string): SignInOverError {
  return new SignInOverError(`${PREFIX}${sentence}`);
}

/** Whether a login that this browser knew is none any more; Firebase's client forgets it by itself. */
export function isLoginGone(error: unknown): boolean {
  return hasCode(error, 'auth/user-token-expired', 'auth/user-disabled', 'auth/user-not-found');
}

export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof FirebaseError && codes.includes(error.code);
}
