import { z } from 'zod';
import { MIN_SECRET_LENGTH } from '../data-dir/secret.js';

/*
 * A backup is text compressed with gzip:
 *   a line of JSON: the header;
 *   for each table of the header, its rows in the text format of PostgreSQL's COPY, then a line `\.`;
 *   a line of JSON: the positions of the sequences;
 *   a line of JSON: the SHA-256 of everything before it.
 */

export const FORMAT = 'perkex-backup';
export const FORMAT_VERSION = 1;

/** The line after the rows of a table; no row looks like it, since COPY doubles each backslash. */
export const END_OF_ROWS = '\\.\n';

const name = z.string().min(1).max(100);

const tableHeaderSchema = z.strictObject({
  name,
  columns: z.array(name).min(1),
  rows: z.number().int().nonnegative(),
});

/** One table of a backup with its number of rows. */
export type TableHeader = z.output<typeof tableHeaderSchema>;

/** The part that any version of the program must be able to read before the rest. */
export const preambleSchema = z.object({ format: z.literal(FORMAT), version: z.number().int().positive() });

export const headerSchema = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(FORMAT_VERSION),
  madeAt: z.iso.datetime(),
  /** The migrations that the database had applied. */
  migrations: z.array(z.strictObject({ name, hash: z.string().regex(/^[0-9a-f]{64}$/) })).min(1),
  /** The AUTH_SECRET that was generated for this database; null if it was a setting. */
  secret: z.string().min(MIN_SECRET_LENGTH).nullable(),
  /** In loading order. */
  tables: z.array(tableHeaderSchema),
});

export type BackupHeader = z.output<typeof headerSchema>;

export const sequencesSchema = z.strictObject({
  sequences: z.array(
    z.strictObject({
      table: name,
      column: name,
      lastValue: z.string().regex(/^-?\d+$/),
      isCalled: z.boolean(),
    }),
  ),
});

/** The position of a column's sequence. */
export type SequenceState = z.output<typeof sequencesSchema>['sequences'][number];

export const trailerSchema = z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/) });

export function totalRows({ tables }: Pick<BackupHeader, 'tables'>): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}

/** The number of rows in a piece of COPY text: one per line, since line breaks inside values are escaped. */
export function countRows(piece: Buffer): number {
  let rows = 0;
  for (let at = piece.indexOf('\n'); at !== -1; at = piece.indexOf('\n', at + 1)) {
    rows += 1;
  }
  return rows;
}
