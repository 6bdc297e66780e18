import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { UserError } from '../errors/user-error.js';
import { ADVISORY_LOCKS } from './advisory-locks.js';
import { splitStatements } from './split-statements.js';
import { type RowOf, statement, text } from './statement.js';
import { type Transaction, transaction } from './transaction.js';

/** The reason why a database cannot be migrated to this version. */
export class MigrationError extends UserError {
  override readonly name = 'MigrationError';
}

export const MIGRATIONS_DIR = fileURLToPath(new URL('../../migrations/', import.meta.url));

const READ_APPLIED = statement({
  name: 'read-applied-migrations',
  text: 'select name, hash from migrations order by name',
  row: { name: text, hash: text },
});

const RECORD = statement({
  name: 'record-migration',
  text: 'insert into migrations (name, hash) values ($1, $2)',
});

/** Lets one transaction change sharded tables and reference tables; without Citus the setting has no effect. */
const ONE_SHARD_AFTER_THE_OTHER = `set local citus.multi_shard_modify_mode = 'sequential'`;

/** The name of a migration and the SHA-256 of its SQL, as recorded in the database. */
export type AppliedMigration = RowOf<typeof READ_APPLIED>;

export interface Migration extends AppliedMigration {
  readonly sql: string;
}

/**
 * Applies missing migrations in the order of the file names and in one transaction, so that a failure leaves the
 * database unchanged. Concurrent migrations wait for each other.
 * @returns the names of the applied migrations
 * @throws MigrationError when a file fails, was changed after it was applied, or is unknown to this version
 */
export async function migrate(pool: pg.Pool, directory = MIGRATIONS_DIR): Promise<string[]> {
  const migrations = await readMigrations(directory);
  return transaction(pool, async (tx) => {
    await lockMigrations(tx);
    return applyMissing(tx, migrations);
  });
}

/** Blocks migrations by other processes until the transaction ends. */
export async function lockMigrations(tx: Transaction): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.migrating]);
}

/**
 * Applies the migrations that the database lacks.
 * @returns their names
 * @throws MigrationError when one fails, or the database has one that is changed or unknown
 */
export async function applyMissing(tx: Transaction, migrations: readonly Migration[]): Promise<string[]> {
  await tx.query(
    `create table if not exists migrations (
       name text primary key,
       hash text not null,
       applied_at timestamptz not null default now()
     )`,
  );
  const missing = missingMigrations(migrations, await readAppliedMigrations(tx));
  if (missing.length > 0) {
    await tx.query(ONE_SHARD_AFTER_THE_OTHER);
  }
  for (const migration of missing) {
    await apply(tx, migration);
  }
  return missing.map(({ name }) => name);
}

/** The migrations that a database has applied, in order. */
export async function readAppliedMigrations(client: pg.ClientBase): Promise<AppliedMigration[]> {
  return READ_APPLIED.rows(client);
}

/** Reads the migrations of a folder, in order. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(directory, name), 'utf8');
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

function missingMigrations(
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
): Migration[] {
  const hashes = new Map(applied.map(({ name, hash }) => [name, hash]));
  for (const name of hashes.keys()) {
    if (!migrations.some((migration) => migration.name === name)) {
      throw new MigrationError(`The database has migration ${name}, which this version does not know.`);
    }
  }
  for (const { name, hash } of migrations) {
    if (hashes.has(name) && hashes.get(name) !== hash) {
      throw new MigrationError(`Migration ${name} was changed after it was applied to this database.`);
    }
  }
  return migrations.filter(({ name }) => !hashes.has(name));
}

async function apply(tx: Transaction, { name, sql, hash }: Migration): Promise<void> {
  try {
    for (const each of splitStatements(sql)) {
      await tx.query(each);
    }
  } catch (error) {
    throw new MigrationError(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
  await RECORD.run(tx, [name, hash]);
}
