import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { plainProgress } from '../src/cli/output.js';
import { runCommandLine } from '../src/cli/run-command-line.js';
import { SYSTEM_CLOCK } from '../src/clock/system-clock.js';
import type { Database } from '../src/database/connect.js';
import { databaseUrl } from './test-database.js';

const MAIN = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

/** No server listens there: a command that succeeds with it has not used a database. */
const NO_DATABASE = 'postgres://perkex@127.0.0.1:1/nothing';

export interface Finished {
  /** Null when a signal ended the process. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line to its end. Without a database it gets an unreachable address. */
export function perkex(database: Database | null, ...args: string[]): Promise<Finished> {
  return runPerkex({ DATABASE_URL: database ? databaseUrl(database) : NO_DATABASE }, ...args);
}

/** Runs the command line to its end, in this process: another one would take a second to start. */
export async function runPerkex(
  environment: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<Finished> {
  const printed = { stdout: '', stderr: '' };
  const printError = (text: string) => {
    printed.stderr += `${text}\n`;
  };
  const code = await runCommandLine(args, {
    environment,
    output: {
      line(text) {
        printed.stdout += `${text}\n`;
      },
      error: printError,
      progress: (title) => plainProgress(title, printError),
    },
    clock: SYSTEM_CLOCK,
    newId: randomUUID,
    onStop: () => new AbortController().signal,
  });
  return { code, ...printed };
}

/** Runs the command line in a process of its own. */
export function startPerkex(
  environment: Readonly<Record<string, string>>,
  ...args: string[]
): { child: ChildProcess; finished: Promise<Finished> } {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const finished = Promise.all([ended, text(child.stdout), text(child.stderr)]).then(
    ([code, stdout, stderr]) => ({ code, stdout, stderr }),
  );
  return { child, finished };
}

/** Runs it with a standard output that closes unread. @returns the text of standard error, then the exit code */
export async function perkexUnread(database: Database, ...args: string[]): Promise<string> {
  const script = '{ "$@"; echo "exit $?" >&2; } | true';
  const child = spawn('/bin/sh', ['-c', script, 'sh', process.execPath, MAIN, ...args], {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl(database) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return text(child.stderr);
}

/** A folder for the files of a test. */
export async function createFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'perkex-cli-'));
  return {
    folder,
    /** Writes a file. @returns its path */
    async write(name: string, content: string | Uint8Array): Promise<string> {
      const file = path.join(folder, name);
      await writeFile(file, content);
      return file;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

export const SALES_HEADER =
  'Order Date,Brand,Sneaker Name,Sale Price,Retail Price,Release Date,Shoe Size,Buyer Region';
