import { FirebaseError } from 'firebase/app';
import { IdentityError } from './identity-provider.js';

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
  return error instanceof FirebaseError ? new IdentityError(error.message, { cause: error }) : error;
}

/** A refusal of our own. */
export function refused(sentence: string): IdentityError {
  return new IdentityError(`${PREFIX}${sentence}`);
}

export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof FirebaseError && codes.includes(error.code);
}
