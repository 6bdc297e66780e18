import type { Auth, User } from '@firebase/auth';
import { RefusalError } from '../call.js';
import { isLoginGone, told } from './firebase-errors.js';

/** Whoever is signed in. @throws RefusalError */
export async function currentUser(auth: Auth): Promise<User> {
  await auth.authStateReady();
  if (!auth.currentUser) {
    throw notSignedIn();
  }
  return auth.currentUser;
}

/** Fails as the port says of whoever is signed in. */
export function own<Result>(task: () => Promise<Result>): Promise<Result> {
  return told(async () => {
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
