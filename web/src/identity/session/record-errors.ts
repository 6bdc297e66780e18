import { errorSentence } from '../../api/identity/identity-provider.js';
import { setError } from './auth-store.js';

/**
 * Runs a task of the identity provider.
 * @throws Error with a readable message, and the original error as its cause
 */
export async function inWords<Result>(task: () => Promise<Result>): Promise<Result> {
  try {
    return await task();
  } catch (error) {
    throw new Error(errorSentence(error), { cause: error });
  }
}

/** As `inWords`. On failure it stores the error and clears the success (section 4, "Auth"). */
export function recordErrors<Result>(task: () => Promise<Result>): Promise<Result> {
  return inWords(task).catch((error: Error) => {
    setError(error.message);
    throw error;
  });
}
