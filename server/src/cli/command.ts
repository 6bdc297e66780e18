import type { Command } from 'commander';
import type { Clock } from '../clock/clock.js';
import type { DatabaseConfig } from '../config.js';
import type { Database } from '../database/connect.js';
import { UserError } from '../errors/user-error.js';
import type { Output } from './output.js';

/** Wrong use of a command. The message explains the right use. */
export class UsageError extends UserError {
  override readonly name = 'UsageError';
}

export interface CommandContext {
  readonly database: Database;
  readonly config: DatabaseConfig;
  readonly output: Output;
  readonly clock: Clock;
  /** Returns a new UUID. */
  readonly newId: () => string;
  /** Aborts when the user stops the command. The connections of the database's pool are then closed, too. */
  readonly signal: AbortSignal;
}

export interface DatabaseNeeds {
  /** Migrates the database first. Default: true. */
  readonly migrates?: boolean;
  /** True if the command itself places the tables of a distributed database. */
  readonly placesTables?: boolean;
  /** Refuses to run beside a server on the embedded database. Default: false. */
  readonly needsDatabaseAlone?: boolean;
}

/** Opens the database, runs a command that returns its exit code, and closes the database. */
export type OnDatabase = (
  run: (context: CommandContext) => Promise<number>,
  needs?: DatabaseNeeds,
) => Promise<void>;

export interface CommandWords {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  /** The text of `--help` between the summary and the options. */
  readonly help: string;
}

/** Adds a command to `npm run perkex --`. The caller adds its options and action. */
export function addCommand(program: Command, { name, usage, summary, help }: CommandWords): Command {
  return program.command(name).usage(usage).summary(summary).description(`${summary}\n${help}`);
}

/** Adds a command that works on one file, the first argument of its action. */
export function addFileCommand(program: Command, words: CommandWords): Command {
  return addCommand(program, words).argument('<file>', '', (file: string) => {
    if (file === '') {
      throw new UsageError('The name of the file is missing.');
    }
    return file;
  });
}

/** Parses the value of an option that is a whole number of 1 or more. */
export function wholeNumber(flag: string, max = Number.POSITIVE_INFINITY): (text: string) => number {
  const limits = max === Number.POSITIVE_INFINITY ? 'of 1 or more' : `from 1 to ${max}`;
  return (text) => {
    const number = /^\d+$/.test(text) ? Number(text) : 0;
    if (number < 1 || number > max) {
      throw new UsageError(`${flag} must be a whole number ${limits}, not "${text}".`);
    }
    return number;
  };
}
