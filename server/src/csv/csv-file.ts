import { constants, createReadStream } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type CsvError, parse } from 'csv-parse';
import { UserError } from '../errors/user-error.js';

/** A file that cannot be read or has the wrong format. */
export class FileError extends UserError {
  override readonly name = 'FileError';
}

export interface CsvRow {
  /** The line in the file on which the row begins; the header is line 1. */
  readonly line: number;
  /** The trimmed values by column, including unrequested columns. */
  readonly fields: Readonly<Record<string, string>>;
}

/** A row that is not valid in this table. */
export interface BrokenCsvRow {
  readonly line: number;
  readonly error: string;
}

interface ParsedRow {
  readonly record: readonly string[];
  /** `lines` is the line on which the row ends. */
  readonly info: { readonly lines: number };
}

/** Limits of a file, and a callback for progress. */
export interface CsvReading {
  /** The header does not count. */
  readonly maxRows: number;
  /** The limit on the unpacked file. */
  readonly maxBytes?: number;
  /** The content of a file in memory, which `file` only names. */
  readonly content?: Buffer;
  /** Called from time to time while a long file is read, with bytes of the file on disk. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Longer than any valid row. Bounds the memory if a quoted value never ends. */
const MAX_ROW_LENGTH = 1_000_000;

/** A few kB can unpack to gigabytes. */
export const MAX_CSV_BYTES = 500_000_000;

/** The maximum number of broken rows in a row; a file with more is not a table. */
const MAX_BROKEN_ROWS = 1_000;

const BYTES_PER_MB = 1_000_000;

/** A shorter file is read too quickly for a progress report. */
const ROWS_PER_PROGRESS = 10_000;

/** A function that throws a `FileError` about a line of a file. */
export function failAt(file: string, line: number): (what: string) => never {
  return (what) => {
    throw new FileError(`${file}, line ${line}: ${what}.`);
  };
}

/** Checks early that the file can be read. @throws FileError if not */
export async function checkFile(file: string): Promise<void> {
  const shown = path.resolve(file);
  try {
    if ((await stat(file)).isDirectory()) {
      throw new FileError(`${shown} is a folder, not a file.`);
    }
    await access(file, constants.R_OK);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const reason = isMissing ? `There is no file ${shown}.` : `${shown}: ${(error as Error).message}.`;
    throw error instanceof FileError ? error : new FileError(reason);
  }
}

/**
 * Reads a CSV file with a header line row by row, and unpacks `.gz`.
 * @throws FileError if the file cannot be read, lacks one of the columns, or is too large, and at the first broken row
 */
export async function* readCsv(
  file: string,
  columns: readonly string[],
  reading: CsvReading,
): AsyncGenerator<CsvRow> {
  for await (const row of readCsvRows(file, columns, reading)) {
    if ('error' in row) {
      return failAt(file, row.line)(row.error);
    }
    yield row;
  }
}

/**
 * Like `readCsv`, but continues after a broken row if the next rows can be recognised.
 * @throws FileError if the file cannot be read, lacks one of the columns, or is too large
 */
export async function* readCsvRows(
  file: string,
  columns: readonly string[],
  reading: CsvReading,
): AsyncGenerator<CsvRow | BrokenCsvRow> {
  const errors: CsvError[] = [];
  let header: readonly string[] | undefined;
  let lastLine = 0;
  let rows = 0;
  for await (const { record, info } of parsedRows(file, errors, reading)) {
    for (const error of takeErrors(errors, info.lines)) {
      yield brokenRow(error, lastLine);
      if (!isOverWithItsRow(error)) {
        return;
      }
    }
    const line = Math.max(lastLine + 1, info.lines - lineBreaksIn(record));
    lastLine = info.lines;
    if (header) {
      rows += 1;
      if (rows > reading.maxRows) {
        throw new FileError(`${file} has more than ${reading.maxRows} rows. Split it into several files.`);
      }
      yield readRow(header, record, line);
    } else {
      header = checkHeader(file, record, columns);
    }
  }
  yield* takeErrors(errors, Number.POSITIVE_INFINITY).map((error) => brokenRow(error, lastLine));
  if (!header) {
    throw new FileError(`${file} is empty; its first line must name the columns.`);
  }
}

/** The rows as lists of values. Syntax errors are omitted and added to `errors`. */
async function* parsedRows(
  file: string,
  errors: CsvError[],
  { maxBytes = MAX_CSV_BYTES, content, onProgress = () => {} }: CsvReading,
): AsyncGenerator<ParsedRow> {
  const parser = parse({
    bom: true,
    trim: true,
    skip_empty_lines: true,
    info: true,
    relax_column_count: true,
    max_record_size: MAX_ROW_LENGTH,
    skip_records_with_error: true,
    on_skip: (error) => {
      if (error && errors.push(error) > MAX_BROKEN_ROWS) {
        const [{ lines } = error] = errors;
        parser.destroy(
          new FileError(
            `${file} is no CSV file: more than ${MAX_BROKEN_ROWS} rows are broken, the first on line ${lines}.`,
          ),
        );
      }
      return undefined;
    },
  });
  const source = content ? Readable.from([content]) : createReadStream(file);
  const gunzip = file.endsWith('.gz') && !content ? createGunzip() : null;
  const bounded = async function* (unpacked: AsyncIterable<Buffer>) {
    let bytes = 0;
    for await (const chunk of unpacked) {
      bytes += chunk.length;
      if (bytes > maxBytes) {
        const whenUnpacked = gunzip ? ' when it is unpacked' : '';
        throw new FileError(
          `${file} has more than ${maxBytes / BYTES_PER_MB} MB${whenUnpacked}. Split it into several files.`,
        );
      }
      yield chunk;
    }
  };
  const done = () => {}; // an error of any of them ends the parser, which is read below
  if (gunzip) {
    pipeline(source, gunzip, bounded, parser, done);
  } else {
    pipeline(source, bounded, parser, done);
  }
  let rows = 0;
  try {
    for await (const row of parser as AsyncIterable<ParsedRow>) {
      rows += 1;
      if (rows % ROWS_PER_PROGRESS === 0 && 'bytesRead' in source) {
        onProgress(gunzip?.bytesWritten ?? source.bytesRead, (await stat(file)).size);
      }
      yield row;
    }
  } catch (error) {
    throw error instanceof FileError
      ? error
      : new FileError(`${file}: ${unreadable(error as NodeJS.ErrnoException)}.`);
  }
}

function unreadable({ code, message }: NodeJS.ErrnoException): string {
  return code === 'Z_DATA_ERROR' ? `it ends with .gz, but is not packed by gzip (${message})` : message;
}

/** Removes and returns the first error of each line before this one. */
function takeErrors(errors: CsvError[], beforeLine: number): CsvError[] {
  const lineOf = (error: CsvError | undefined) => Number(error?.lines ?? 0);
  const count = errors.filter((error) => lineOf(error) < beforeLine).length;
  const taken = errors.splice(0, count);
  return taken.filter((error, index) => index === 0 || lineOf(error) !== lineOf(taken[index - 1]));
}

/**
 * True if an error affects only its row, as quotes inside an unquoted value do. After other errors the start of the
 * next row is unknown.
 */
function isOverWithItsRow({ code }: CsvError): boolean {
  return code === 'INVALID_OPENING_QUOTE';
}

const SYNTAX_ERRORS: Readonly<Record<string, string>> = {
  INVALID_OPENING_QUOTE: 'a value that contains quotes must be quoted, with its own quotes doubled',
  CSV_QUOTE_NOT_CLOSED: 'a value that begins with a quote here or further down never ends with one',
  CSV_MAX_RECORD_SIZE: `a row has more than ${MAX_ROW_LENGTH} characters`,
};

function brokenRow(broken: CsvError, lastLine: number): BrokenCsvRow {
  const error = SYNTAX_ERRORS[broken.code] ?? 'something follows the closing quote of a value';
  if (isOverWithItsRow(broken)) {
    return { line: Number(broken.lines), error };
  }
  const isFoundAtTheEnd = broken.code === 'CSV_QUOTE_NOT_CLOSED';
  const line = isFoundAtTheEnd ? lastLine + 1 : Number(broken.lines);
  return { line, error: `${error}; from here on the file was not read` };
}

function lineBreaksIn(record: readonly string[]): number {
  return record.reduce((sum, value) => sum + (value.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
}

function checkHeader(file: string, record: readonly string[], columns: readonly string[]): string[] {
  const header = record.map((name) => name.trim());
  const missing = columns.filter((column) => !header.includes(column));
  if (missing.length > 0) {
    const names = missing.map((column) => `"${column}"`).join(', ');
    const hint =
      header.length === 1 && /[;\t]/.test(header[0] ?? '') ? ' Values are separated by commas.' : '';
    throw new FileError(`${file}: the header has no column ${names}.${hint}`);
  }
  const repeated = header.find((name, index) => name !== '' && header.indexOf(name) !== index);
  if (repeated !== undefined) {
    throw new FileError(`${file}: the header has the column "${repeated}" twice.`);
  }
  return header;
}

function readRow(header: readonly string[], record: readonly string[], line: number): CsvRow | BrokenCsvRow {
  if (record.length !== header.length) {
    return { line, error: `it has ${record.length} values, the header ${header.length} columns` };
  }
  return {
    line,
    fields: Object.fromEntries(header.map((name, index) => [name, record[index]?.trim() ?? ''])),
  };
}
