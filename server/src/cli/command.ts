import type { Command } from 'commander';
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

export interface DatabaseNeeds {
  /** Whether the database is brought to this version first; it is unless told otherwise. */
  readonly migrates?: boolean;
  /** Whether no server may run on the embedded database meanwhile; one may unless told otherwise. */
  readonly needsDatabaseAlone?: boolean;
}

/** Opens the database for what a command does, which returns the exit code, and closes it. */
export type OnDatabase = (
  run: (context: CommandContext) => Promise<number>,
  needs?: DatabaseNeeds,
) => Promise<void>;

export interface CommandWords {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  /** What `--help` says beyond the summary and the options. */
  readonly help: string;
}

/** Adds one word of `npm run perkex --`; the caller adds its options and what it does. */
export function addCommand(program: Command, { name, usage, summary, help }: CommandWords): Command {
  return program.command(name).usage(usage).summary(summary).description(`${summary}\n${help}`);
}

/** The same for a command that works on one file, which is the first argument of its action. */
export function addFileCommand(program: Command, words: CommandWords): Command {
  return addCommand(program, words).argument('<file>', '', (file: string) => {
    if (file === '') {
      throw new UsageError('The name of the file is missing.');
    }
    return file;
  });
}

/** Reads the value of an option that is a whole number from 1 on. */
export function wholeNumber(flag: string, most = Number.POSITIVE_INFINITY): (text: string) => number {
  const limits = most === Number.POSITIVE_INFINITY ? 'of 1 or more' : `from 1 to ${most}`;
  return (text) => {
    const number = /^\d+$/.test(text) ? Number(text) : 0;
    if (number < 1 || number > most) {
      throw new UsageError(`${flag} must be a whole number ${limits}, not "${text}".`);
    }
    return number;
  };
}
