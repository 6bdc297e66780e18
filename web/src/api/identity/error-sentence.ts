import { ConnectionError } from '../call.js';
import { IdentityError } from './identity-provider.js';

/** The sentence that people read when a call to the identity provider has failed. */
export function errorSentence(error: unknown): string {
  if (error instanceof IdentityError) {
    return error.sentence;
  }
  return error instanceof ConnectionError ? `${error.message} Please try again.` : 'Something went wrong.';
}
