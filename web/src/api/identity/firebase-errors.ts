import { FirebaseError } from '@firebase/app';
import {
  DeadCodeError,
  IdentityError,
  SignInOverError,
  UnfitEmailError,
  UnfitPasswordError,
  WrongPasswordError,
} from './identity-provider.js';

/** The prefix of Firebase's own messages, which the screens cut off (section 8). */
export const PREFIX = 'Firebase: ';

/** Runs a task of Firebase's client and translates its errors into those of the port. @throws IdentityError */
export async function translateErrors<Result>(task: () => Promise<Result>): Promise<Result> {
  try {
    return await task();
  } catch (error) {
    throw refusal(error);
  }
}

/** An error of Firebase as one of the port; its message has the prefix already. */
export function refusal(error: unknown): unknown {
  if (!(error instanceof FirebaseError)) {
    return error;
  }
  if (hasCode(error, 'auth/invalid-action-code', 'auth/expired-action-code')) {
    return new DeadCodeError(error.message, { cause: error });
  }
  if (hasCode(error, 'auth/email-already-in-use', 'auth/invalid-email')) {
    return new UnfitEmailError(error.message, { cause: error });
  }
  if (hasCode(error, 'auth/weak-password', 'auth/password-does-not-meet-requirements')) {
    return new UnfitPasswordError(error.message, { cause: error });
  }
  const isOver = hasCode(error, 'auth/invalid-multi-factor-session', 'auth/missing-multi-factor-session');
  return isOver
    ? new SignInOverError(error.message, { cause: error })
    : new IdentityError(error.message, { cause: error });
}

/** As `refusal`, when a signed-in user confirms who they are by their password. */
export function refusalOfOwnPassword(error: unknown): unknown {
  return error instanceof FirebaseError && hasCode(error, 'auth/wrong-password', 'auth/invalid-credential')
    ? new WrongPasswordError(error.message, { cause: error })
    : error;
}

/** A refusal of ours rather than Firebase's. */
export function refused(sentence: string): IdentityError {
  return new IdentityError(`${PREFIX}${sentence}`);
}

export function signInOver(sentence: string): SignInOverError {
  return new SignInOverError(`${PREFIX}${sentence}`);
}

/** Whether this browser's login has ended; Firebase's client forgets it by itself. */
export function isLoginGone(error: unknown): boolean {
  return hasCode(error, 'auth/user-token-expired', 'auth/user-disabled', 'auth/user-not-found');
}

export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof FirebaseError && codes.includes(error.code);
}
