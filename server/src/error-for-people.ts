import { isPassingFailure } from './database/errors.js';

/** An error whose message is all that there is to say: a sentence about what a person can do something about. */
export class ErrorForPeople extends Error {
  override readonly name: string = 'ErrorForPeople';
}

type SystemError = Error & { readonly code?: unknown; readonly port?: unknown };

/** SQL states of a wrong password or user, and of a database that does not exist. */
const NO_ENTRY = ['28000', '28P01', '3D000'];

/** What a process says last: one sentence where a person can do something about it, the stack of a bug. */
export function lastWords(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  if (error instanceof ErrorForPeople) {
    return error.message;
  }
  const { code, port, message, stack } = error as SystemError;
  if (code === 'EADDRINUSE') {
    return `Port ${String(port)} is in use: stop what uses it, or set PORT.`;
  }
  if (isPassingFailure(error) || NO_ENTRY.includes(String(code))) {
    return `The database failed or cannot be reached: ${message || String(code)}.`;
  }
  return stack ?? message;
}
