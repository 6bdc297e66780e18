import pg from 'pg';
import { MIGRATIONS_DIR, readMigrations } from '../database/migrate.js';
import { bool, orNull, statement, text, texts } from '../database/statement.js';

const READ_TABLES = statement({
  name: 'backup-tables',
  text: `select relname::text as name,
           array(
             select attname::text from pg_attribute
             where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
           ) as columns,
           array(
             select target.relname::text from pg_constraint join pg_class as target on target.oid = confrelid
             where conrelid = c.oid and contype = 'f' and confrelid <> c.oid
           ) as "refersTo"
         from pg_class as c
         where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname = any($1) order by relname`,
  row: { name: text, columns: texts, refersTo: texts },
});

const FIND_MIGRATIONS = statement({
  name: 'backup-migrations',
  text: `select exists (
           select from pg_class where relnamespace = current_schema()::regnamespace and relname = 'migrations'
         )`,
  row: { exists: bool },
});

/** A table as the catalogue of the database has it. */
export interface BackupTable {
  readonly name: string;
  /** The columns with stored values, in order. */
  readonly columns: string[];
}

const TABLE_IN_MIGRATION = /^(?:create table|alter table \w+ rename to) (\w+)/gm;

/**
 * All tables of PerkeX except that of migrations, including tables of earlier versions, so that their databases are
 * backed up completely. A database may also have tables of others.
 */
export async function readTableNames(): Promise<string[]> {
  const migrations = await readMigrations(MIGRATIONS_DIR);
  return migrations.flatMap(({ sql }) => [...sql.matchAll(TABLE_IN_MIGRATION)].map(([, name = '']) => name));
}

/** Our tables in the database, each after the tables that it refers to. */
export async function readTables(client: pg.ClientBase): Promise<BackupTable[]> {
  const rows = await READ_TABLES.rows(client, [await readTableNames()]);
  const ordered: BackupTable[] = [];
  let waiting = rows;
  while (waiting.length > 0) {
    const isPlaced = (name: string) => !waiting.some((table) => table.name === name);
    const next = waiting.filter(({ refersTo }) => refersTo.every(isPlaced));
    if (next.length === 0) {
      throw new Error(`These tables refer to each other: ${waiting.map(({ name }) => name).join(', ')}.`);
    }
    ordered.push(...next.map(({ name, columns }) => ({ name, columns })));
    waiting = waiting.filter((table) => !next.includes(table));
  }
  return ordered;
}

/** The tables that migrations fill; a backup also has their rows. */
export const FILLED_BY_MIGRATIONS: readonly string[] = ['feed_readers'];

/** True if PerkeX has migrated this database before. */
export async function hasMigrations(client: pg.ClientBase): Promise<boolean> {
  return (await FIND_MIGRATIONS.row(client))?.exists === true;
}

/** The part of a COPY statement that names a table and its columns. */
export function copyTarget({ name, columns }: BackupTable): string {
  return `${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`;
}

/** Settings that give the same text for the same value in any database. */
export const COPY_SETTINGS = [
  "set local client_encoding = 'UTF8'",
  "set local datestyle = 'ISO, YMD'",
  "set local intervalstyle = 'iso_8601'",
  "set local timezone = 'UTC'",
  "set local bytea_output = 'hex'",
  'set local extra_float_digits = 1',
  'set local statement_timeout = 0',
  'set local idle_in_transaction_session_timeout = 0',
].join('; ');

const SEQUENCE_OF = statement({
  name: 'backup-sequence',
  text: 'select pg_get_serial_sequence($1, $2) as name',
  row: { name: orNull(text) },
});

/** The sequence of a column, quoted; null for none. */
export async function sequenceOf(
  client: pg.ClientBase,
  table: string,
  column: string,
): Promise<string | null> {
  return (await SEQUENCE_OF.row(client, [pg.escapeIdentifier(table), column]))?.name ?? null;
}
