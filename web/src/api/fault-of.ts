import { isSignedOut } from './call.js';

/** The text of an error that a page shows; null for none, and for a signed-out user, who already got a message. */
export function faultOf(error: Error | null): string | null {
  return error === null || isSignedOut(error) ? null : error.message;
}
