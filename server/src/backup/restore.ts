import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import {
  applyMissing,
  lockMigrations,
  MIGRATIONS_DIR,
  type Migration,
  readAppliedMigrations,
  readMigrations,
} from '../database/migrate.js';
import { statement, text } from '../database/statement.js';
import { type Transaction, transaction } from '../database/transaction.js';
import { UserError } from '../errors/user-error.js';
import {
  type BackupHeader,
  countRows,
  type SequenceState,
  type TableHeader,
  totalRows,
} from './backup-format.js';
import { BackupFileError, readBackup } from './read-backup.js';
import {
  COPY_SETTINGS,
  copyTarget,
  FILLED_BY_MIGRATIONS,
  hasMigrations,
  readTables,
  sequenceOf,
} from './tables.js';

/** The reason why a backup cannot be restored here. Nothing was changed. */
export class RestoreError extends UserError {
  override readonly name = 'RestoreError';
}

export interface RestoreOptions {
  readonly pool: pg.Pool;
  readonly file: string;
  /** Runs before the restored data become visible. An error undoes everything. */
  readonly beforeCommit?: (header: BackupHeader) => Promise<void>;
  readonly onProgress?: (doneRows: number, totalRows: number) => void;
  readonly migrationsDir?: string;
}

export interface Restored {
  readonly header: BackupHeader;
  /** The migrations that are newer than the backup. */
  readonly newMigrations: string[];
}

/**
 * Loads a backup into an empty database in one transaction: creates the tables of the backup's version, loads them, and
 * migrates them to this version.
 * @throws RestoreError if the database is not empty or this version cannot create those tables
 * @throws BackupFileError if the file is damaged
 */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const { pool, file, beforeCommit, onProgress = () => {}, migrationsDir = MIGRATIONS_DIR } = options;
  const known = await readMigrations(migrationsDir);
  const restored = await transaction(pool, async (tx) => {
    await tx.query(COPY_SETTINGS);
    await lockMigrations(tx);
    let done = 0;
    let total = 0;
    const header = await readBackup(file, {
      async header(read) {
        total = totalRows(read);
        await makeTables(tx, read, known);
        await checkTables(tx, file, read);
        await removeMadeRows(tx, read);
      },
      async table(table, rows) {
        const counted = async function* () {
          for await (const piece of rows) {
            yield piece;
            done += countRows(piece);
            onProgress(done, total);
          }
        };
        await load(tx, table, counted());
      },
      sequences: (states) => setSequences(tx, file, states),
    });
    const newMigrations = await applyMissing(tx, known);
    await beforeCommit?.(header);
    return { header, newMigrations };
  });
  await pool.query('analyze');
  return restored;
}

/** Creates the tables of the backup's version in a database without tables, or with empty ones of that version. */
async function makeTables(tx: Transaction, header: BackupHeader, known: readonly Migration[]): Promise<void> {
  await refuseRows(tx);
  const wanted = header.migrations.map(({ name, hash }) => {
    const migration = known.find((candidate) => candidate.name === name);
    if (migration?.hash !== hash) {
      throw new RestoreError(
        `The backup was made by another version of PerkeX: this one does not know its migration ${name}.`,
      );
    }
    return migration;
  });
  if (await hasMigrations(tx)) {
    const newer = (await readAppliedMigrations(tx)).find(
      (applied) => !wanted.some(({ name }) => name === applied.name),
    );
    if (newer) {
      throw new RestoreError(
        `The database has empty tables of a newer version than the backup (${newer.name}): restore into one without tables.`,
      );
    }
  }
  await applyMissing(tx, wanted);
}

/** Deletes the rows that migrations create: the backup has their current state. */
async function removeMadeRows(tx: Transaction, { tables }: BackupHeader): Promise<void> {
  for (const { name } of tables.filter((table) => FILLED_BY_MIGRATIONS.includes(table.name))) {
    await tx.query(`delete from ${pg.escapeIdentifier(name)}`);
  }
}

/** Refuses a database with rows, and blocks inserts until the end of the transaction. */
async function refuseRows(tx: Transaction): Promise<void> {
  for (const { name } of await readTables(tx)) {
    const table = pg.escapeIdentifier(name);
    await tx.query(`lock table ${table}`);
    const { rows } = await tx.query(`select from ${table} limit 1`);
    if (rows.length > 0 && !FILLED_BY_MIGRATIONS.includes(name)) {
      throw new RestoreError(
        `The database is not empty (${name} has rows): restore into a new database or another DATA_DIR.`,
      );
    }
  }
}

/** The tables in the file must be exactly those of its migrations, since their names become part of statements. */
async function checkTables(tx: Transaction, file: string, header: BackupHeader): Promise<void> {
  const signature = (tables: readonly { name: string; columns: string[] }[]) =>
    JSON.stringify(tables.map(({ name, columns }) => [name, ...columns]).sort());
  if (signature(header.tables) !== signature(await readTables(tx))) {
    throw new BackupFileError(`${file} is not a PerkeX backup: its tables are not those of its migrations.`);
  }
}

async function load(tx: Transaction, table: TableHeader, rows: AsyncIterable<Buffer>): Promise<void> {
  await pipeline(Readable.from(rows), tx.query(copyFrom(`copy ${copyTarget(table)} from stdin`)));
}

const READ_LARGEST_OF_SEQUENCE = statement({
  name: 'restore-largest-of-sequence',
  text: 'select seqmax::text as largest from pg_sequence where seqrelid = $1::regclass',
  row: { largest: text },
});

/** @throws BackupFileError for a sequence that the tables do not have, or with an invalid position */
async function setSequences(tx: Transaction, file: string, states: readonly SequenceState[]): Promise<void> {
  const columns = new Set(
    (await readTables(tx)).flatMap((table) => table.columns.map((column) => `${table.name}.${column}`)),
  );
  for (const { table, column, lastValue, isCalled } of states) {
    const name = `${table}.${column}`;
    const sequence = columns.has(name) ? await sequenceOf(tx, table, column) : null;
    const largest = sequence === null ? undefined : await READ_LARGEST_OF_SEQUENCE.row(tx, [sequence]);
    const value = BigInt(lastValue);
    if (!largest || value < 1n || value > BigInt(largest.largest)) {
      throw new BackupFileError(
        `${file} is not a PerkeX backup: ${name} has no sequence that could stand at ${lastValue}.`,
      );
    }
    await tx.query('select setval($1::regclass, $2::bigint, $3)', [sequence, lastValue, isCalled]);
  }
}
