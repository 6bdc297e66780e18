import { ConnectionError } from '../call.js';
import { IdentityError } from './identity-provider.js';

/** What people are told of a call to the identity provider that failed. */
export function faultSentence(error: unknown): string {
  if (error instanceof IdentityError) {
    return error.sentence;
  }
  return error instanceof ConnectionError ? `${error.message} Please try again.` : 'Something went wrong.';
}
