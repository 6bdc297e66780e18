import { FirebaseError } from '@firebase/app';
import type { Auth, User } from '@firebase/auth';
import { RefusalError } from '../call.js';
import { IdentityError, type RefusalSubject } from './identity-provider.js';

/** The prefix of Firebase's own messages, which the screens cut off (section 8). */
const PREFIX = 'Firebase: ';

const SUBJECTS: Readonly<Record<string, RefusalSubject>> = {
  'auth/invalid-action-code': 'dead-code',
  'auth/expired-action-code': 'dead-code',
  'auth/email-already-in-use': 'email',
  'auth/invalid-email': 'email',
  'auth/weak-password': 'new-password',
  'auth/password-does-not-meet-requirements': 'new-password',
  'auth/invalid-multi-factor-session': 'ended-sign-in',
  'auth/missing-multi-factor-session': 'ended-sign-in',
};

/** Runs a task of Firebase's client and translates its errors into those of the port. @throws IdentityError */
export async function translateErrors<Result>(task: () => Promise<Result>): Promise<Result> {
  try {
    return await task();
  } catch (error) {
    throw refusal(error);
  }
}

/** Translates an error of Firebase into one of the port. Its message already has the prefix. */
export function refusal(error: unknown, subject?: RefusalSubject): unknown {
  return error instanceof FirebaseError
    ? new IdentityError(error.message, subject ?? SUBJECTS[error.code], { cause: error })
    : error;
}

/** A refusal of ours rather than Firebase's. */
export function refused(sentence: string, subject?: RefusalSubject): IdentityError {
  return new IdentityError(`${PREFIX}${sentence}`, subject);
}

/** True if this browser's login has ended. Firebase's client removes it automatically. */
export function isLoginGone(error: unknown): boolean {
  return hasCode(error, 'auth/user-token-expired', 'auth/user-disabled', 'auth/user-not-found');
}

export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof FirebaseError && codes.includes(error.code);
}

/** As `translateErrors`, for tasks that need the signed-in user. @throws RefusalError */
export function withUser<Result>(auth: Auth, task: (user: User) => Promise<Result>): Promise<Result> {
  return translateErrors(async () => {
    await auth.authStateReady();
    if (!auth.currentUser) {
      throw notSignedIn();
    }
    try {
      return await task(auth.currentUser);
    } catch (error) {
      throw isLoginGone(error) ? notSignedIn() : error;
    }
  });
}

function notSignedIn(): RefusalError {
  return new RefusalError('not-signed-in', 401, 'Please log in first.');
}
