import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { access, open, rename } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { readAppliedMigrations } from '../database/migrate.js';
import { UserError } from '../errors/user-error.js';
import {
  type BackupHeader,
  countRows,
  END_OF_ROWS,
  FORMAT,
  FORMAT_VERSION,
  type SequenceState,
  totalRows,
} from './backup-format.js';
import { COPY_SETTINGS, copyTarget, hasMigrations, readTables, sequenceOf } from './tables.js';

/** The reason why there is no backup. */
class BackupError extends UserError {
  override readonly name = 'BackupError';
}

export interface BackupOptions {
  readonly pool: pg.Pool;
  /** It gets this name when it is complete and on disk, and then replaces an existing file. */
  readonly file: string;
  /** The AUTH_SECRET that was generated for this database, if any. */
  readonly secret: string | null;
  readonly now: Date;
  readonly signal?: AbortSignal;
  readonly onProgress?: (doneRows: number, totalRows: number) => void;
}

/**
 * Writes the content of a PerkeX database at one moment into a file, while the market trades. The file contains
 * secrets, so only its owner may read it.
 * @throws BackupError if there is nothing to back up or the file cannot be created
 */
export async function backUp({
  pool,
  file,
  secret,
  now,
  signal,
  onProgress,
}: BackupOptions): Promise<BackupHeader> {
  const client = await pool.connect();
  try {
    const header = await openSnapshot(client, secret, now);
    const total = totalRows(header);
    await writeFile(
      file,
      backupContent(client, header, (done) => onProgress?.(done, total)),
      signal,
    );
    return header;
  } finally {
    client.release(true); // this also ends the transaction
  }
}

/** Starts the transaction in which everything is read, and counts the rows. */
async function openSnapshot(client: pg.ClientBase, secret: string | null, now: Date): Promise<BackupHeader> {
  const names = (await readTables(client)).map(({ name }) => pg.escapeIdentifier(name));
  if (names.length === 0 || !(await hasMigrations(client))) {
    throw new BackupError('There is no PerkeX in this database: it has no tables.');
  }
  await client.query('begin isolation level repeatable read read only');
  await client.query(COPY_SETTINGS);
  // Before the first read, which takes the snapshot: from here no process can migrate.
  await client.query(`lock table ${names.join(', ')}, migrations in access share mode`);
  const migrations = await readAppliedMigrations(client);
  const tables = [];
  for (const { name, columns } of await readTables(client)) {
    const { rows } = await client.query<{ count: string }>(
      `select count(*) from ${pg.escapeIdentifier(name)}`,
    );
    tables.push({ name, columns, rows: Number(rows[0]?.count) });
  }
  return {
    format: FORMAT,
    version: FORMAT_VERSION,
    madeAt: now.toISOString(),
    migrations,
    secret,
    tables,
  };
}

async function* backupContent(
  client: pg.ClientBase,
  header: BackupHeader,
  onRows: (done: number) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  const hashed = (piece: Buffer) => {
    hash.update(piece);
    return piece;
  };
  let done = 0;
  yield hashed(jsonLine(header));
  for (const table of header.tables) {
    const rows: AsyncIterable<Buffer> = client.query(copyTo(`copy ${copyTarget(table)} to stdout`));
    for await (const piece of rows) {
      done += countRows(piece);
      onRows(done);
      yield hashed(piece);
    }
    yield hashed(Buffer.from(END_OF_ROWS));
  }
  yield hashed(jsonLine({ sequences: await readSequences(client, header) }));
  yield jsonLine({ sha256: hash.digest('hex') });
}

function jsonLine(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

/** Sequences are not part of snapshots: read after the rows, they are past every number in them. */
async function readSequences(client: pg.ClientBase, { tables }: BackupHeader): Promise<SequenceState[]> {
  const owners = tables.flatMap(({ name, columns }) => columns.map((column) => ({ table: name, column })));
  const states: SequenceState[] = [];
  for (const { table, column } of owners) {
    const sequence = await sequenceOf(client, table, column);
    if (sequence !== null) {
      const { rows } = await client.query<Pick<SequenceState, 'lastValue' | 'isCalled'>>(
        `select last_value::text as "lastValue", is_called as "isCalled" from ${sequence}`,
      );
      states.push(...rows.map((state) => ({ table, column, ...state })));
    }
  }
  return states;
}

/** @throws BackupError if the disk is full or the folder cannot be written */
async function writeFile(
  file: string,
  content: AsyncIterable<Buffer>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const unfinished = path.join(path.dirname(file), `.${path.basename(file)}.unfinished-${process.pid}`);
  // A stopped command ends without waiting for unfinished work.
  const remove = () => rmSync(unfinished, { force: true });
  signal?.addEventListener('abort', remove, { once: true });
  try {
    const handle = await open(unfinished, 'wx', 0o600);
    // The snapshot is held during compression, which keeps the database from vacuuming: be fast.
    const gzip = createGzip({ level: constants.Z_BEST_SPEED });
    await pipeline(content, gzip, handle.createWriteStream({ flush: true }));
    signal?.throwIfAborted();
    await rename(unfinished, file);
    await syncFolder(path.dirname(file));
  } catch (error) {
    throw isAboutFiles(error)
      ? new BackupError(`The backup cannot be written: ${error.message}.`, { cause: error })
      : error;
  } finally {
    remove();
    signal?.removeEventListener('abort', remove);
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isAboutFiles(error: unknown): error is Error {
  const { path: place, syscall } = error as NodeJS.ErrnoException;
  return error instanceof Error && syscall !== undefined && (place !== undefined || syscall === 'write');
}

/** @throws BackupError if the file exists or its folder does not */
export async function checkPlace(file: string, mayOverwrite: boolean): Promise<void> {
  const shown = path.resolve(file);
  const isThere = (place: string) =>
    access(place).then(
      () => true,
      () => false,
    );
  if (!(await isThere(path.dirname(shown)))) {
    throw new BackupError(`There is no folder ${path.dirname(shown)}.`);
  }
  if (!mayOverwrite && (await isThere(shown))) {
    throw new BackupError(`${shown} already exists: name another file, or add --overwrite.`);
  }
}
