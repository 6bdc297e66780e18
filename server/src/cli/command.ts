import type { DatabaseConfig } from '../config.js';
import type { Database } from '../database/connect.js';
import { ErrorForPeople } from '../errors/error-for-people.js';
import type { Output } from './output.js';

/** A command's wrong use; the message says what is right. */
export class UsageError extends ErrorForPeople {
  override readonly name = 'UsageError';
}

export interface CommandContext {
  readonly database: Database;
  readonly config: DatabaseConfig;
  readonly output: Output;
  /** Aborted when the user stops the command; then the connections of the database's pool are cut, too. */
  readonly signal: AbortSignal;
}

/** A command that was understood. @returns the exit code */
export type PreparedCommand = (context: CommandContext) => Promise<number>;

/** One word of `npm run perkex --`. */
export interface CliCommand {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  /** What `--help` says beyond the summary. */
  readonly help: string;
  /** Whether the database is brought to this version first; it is unless told otherwise. */
  readonly migrates?: boolean;
  /** Whether no server may run on the embedded database meanwhile; one may unless told otherwise. */
  readonly needsDatabaseAlone?: boolean;
  /**
   * Understands what follows the command's name, before a database is opened.
   * @throws UsageError, or FileError when there is no file to read
   */
  readonly prepare: (args: readonly string[]) => Promise<PreparedCommand>;
}
