import { errorSentence } from '../api/identity/error-sentence.js';
import { setError } from './auth-store.js';

/**
 * Runs a task; if it fails, stores the error and clears the success (section 4, "Auth").
 * @throws Error with a message for people, and the original error as its cause
 */
export async function recordErrors<Result>(task: () => Promise<Result>): Promise<Result> {
  try {
    return await task();
  } catch (error) {
    const sentence = errorSentence(error);
    setError(sentence);
    throw new Error(sentence, { cause: error });
  }
}
