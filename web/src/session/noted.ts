import { ConnectionError } from '../api/call.js';
import { IdentityError } from '../api/identity/identity-provider.js';
import { setError } from './auth-store.js';

/**
 * Every failure stores the error and clears the success (section 4, "Auth"); a success does the opposite where it is
 * stored. @throws Error with a message for people
 */
export async function noted<Result>(task: () => Promise<Result>): Promise<Result> {
  try {
    return await task();
  } catch (error) {
    const sentence = sentenceOf(error);
    setError(sentence);
    throw new Error(sentence, { cause: error });
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof IdentityError) {
    return error.sentence;
  }
  return error instanceof ConnectionError ? `${error.message} Please try again.` : 'Something went wrong.';
}
