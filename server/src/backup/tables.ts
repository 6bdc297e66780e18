import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import * as marketSchema from '../database/schema.js';
import { IDENTITY_TABLES } from '../identity/tables.js';

/** A table as the catalogue of the database has it. */
export interface BackupTable {
  readonly name: string;
  /** Those that hold values of their own, in order. */
  readonly columns: string[];
}

/** Tables that earlier versions had and this one has not, so that their databases are backed up whole, too. */
const FORMER_TABLES: readonly string[] = ['answers'];

/** Every table of PerkeX but that of the migrations; a database may have others' tables beside them. */
export const TABLE_NAMES: readonly string[] = [
  ...Object.values<unknown>(marketSchema)
    .filter((value) => is(value, PgTable))
    .map((table) => getTableName(table)),
  ...IDENTITY_TABLES,
  ...FORMER_TABLES,
];

/** Those of our tables that the database has, each after the tables that it refers to. */
export async function readTables(client: pg.ClientBase): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable & { refersTo: string[] }>(
    `select c.relname as name,
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
    [TABLE_NAMES],
  );
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

/** Whether PerkeX has migrated this database before. */
export async function hasMigrations(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select exists (
       select from pg_class where relnamespace = current_schema()::regnamespace and relname = 'migrations'
     )`,
  );
  return rows[0]?.exists === true;
}

/** The part of a COPY statement that names a table and its columns. */
export function copyTarget({ name, columns }: BackupTable): string {
  return `${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`;
}

/** The same text for the same value, whatever the settings of the database. */
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
