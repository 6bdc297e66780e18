import { faultSentence } from '../api/identity/fault-sentence.js';
import { setError } from './auth-store.js';

/**
 * Every failure stores the error and clears the success (section 4, "Auth"); a success does the opposite where it is
 * stored. @throws Error with a message for people
 */
export async function noted<Result>(task: () => Promise<Result>): Promise<Result> {
  try {
    return await task();
  } catch (error) {
    const sentence = faultSentence(error);
    setError(sentence);
    throw new Error(sentence, { cause: error });
  }
}
