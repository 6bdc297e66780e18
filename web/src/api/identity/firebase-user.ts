import type { Auth, User } from '@firebase/auth';
import { RefusalError } from '../call.js';
import { isLoginGone, translateErrors } from './firebase-errors.js';

/** The signed-in user. @throws RefusalError */
export async function currentUser(auth: Auth): Promise<User> {
  await auth.authStateReady();
  if (!auth.currentUser) {
    throw notSignedIn();
  }
  return auth.currentUser;
}

/** As `translateErrors`, for tasks that need a signed-in user. */
export function asSignedInUser<Result>(task: () => Promise<Result>): Promise<Result> {
  return translateErrors(async () => {
    try {
      return await task();
    } catch (error) {
      throw isLoginGone(error) ? notSignedIn() : error;
    }
  });
}

function notSignedIn(): RefusalError {
  return new RefusalError('not-signed-in', 401, 'Please log in first.');
}
