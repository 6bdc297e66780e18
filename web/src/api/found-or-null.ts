import { RefusalError } from './call.js';

/** The answer of a call; null if there is nothing at its address. */
export async function foundOrNull<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof RefusalError && error.code === 'not-found') {
      return null;
    }
    throw error;
  }
}
