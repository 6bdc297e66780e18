import { EmbeddedPostgresError } from '@perkex/embedded-postgres';
import { isPassingFailure } from '../database/errors.js';
import { UserError } from '../errors/user-error.js';

/** SQL states of a wrong password or user, and of a database that does not exist. */
const NO_ENTRY = ['28000', '28P01', '3D000'];

/** The last output of a failed process: one sentence if a person can fix the cause, the stack for a bug. */
export function lastWords(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  if (error instanceof UserError || error instanceof EmbeddedPostgresError) {
    return error.message;
  }
  const { code, message, stack } = error as NodeJS.ErrnoException;
  if (isPassingFailure(error) || NO_ENTRY.includes(String(code))) {
    return `The database failed or cannot be reached: ${message || String(code)}.`;
  }
  return stack ?? message;
}

/** Turns an error from `listen` into a sentence if a setting caused it. */
export function listenError(
  error: unknown,
  {
    host,
    port,
    setting = 'PORT',
  }: { readonly host: string; readonly port: number; readonly setting?: string },
): unknown {
  const { code } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EADDRINUSE':
      return new UserError(`Port ${port} is in use: stop what uses it, or set ${setting}.`);
    case 'EACCES':
      return new UserError(`This account may not listen on port ${port}: set ${setting} to 1024 or more.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new UserError(`HOST ${host} is not an address of this machine.`);
    default:
      return error;
  }
}
