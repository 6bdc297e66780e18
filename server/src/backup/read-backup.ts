import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { z } from 'zod';
import { UserError } from '../errors/user-error.js';
import {
  type BackupHeader,
  countRows,
  END_OF_ROWS,
  FORMAT_VERSION,
  headerSchema,
  preambleSchema,
  type SequenceState,
  sequencesSchema,
  type TableHeader,
  totalRows,
  trailerSchema,
} from './backup-format.js';

/** The reason why a file cannot be restored. */
export class BackupFileError extends UserError {
  override readonly name = 'BackupFileError';
}

/** Handles each part of a backup, in the order of the file. */
export interface BackupVisitor {
  header?(header: BackupHeader): Promise<void>;
  /** Must read all rows. */
  table(table: TableHeader, rows: AsyncIterable<Buffer>): Promise<void>;
  sequences?(states: readonly SequenceState[]): Promise<void>;
}

/**
 * Reads a backup from start to end in constant memory. The file is known to be complete only when this returns.
 * @throws BackupFileError at the first sign of damage
 */
export async function readBackup(file: string, visitor: BackupVisitor): Promise<BackupHeader> {
  const content = new BackupText(file);
  try {
    const header = readHeader(file, await content.line());
    await visitor.header?.(header);
    for (const table of header.tables) {
      await visitor.table(table, countedRows(content, table));
    }
    const { sequences } = parse(sequencesSchema, await content.line());
    await visitor.sequences?.(sequences);
    const sha256 = content.hashSoFar();
    if (parse(trailerSchema, await content.line()).sha256 !== sha256) {
      throw new Damage('its checksum is wrong');
    }
    await content.end();
    return header;
  } catch (error) {
    throw error instanceof Damage
      ? new BackupFileError(`${file} is not a complete PerkeX backup: ${error.message}.`, { cause: error })
      : error;
  } finally {
    await content.close();
  }
}

/** Reads a whole backup to check that it is complete. */
export async function checkBackup(
  file: string,
  onProgress: (doneRows: number, totalRows: number) => void = () => {},
): Promise<BackupHeader> {
  let done = 0;
  let total = 0;
  return readBackup(file, {
    async header({ tables }) {
      total = totalRows({ tables });
    },
    async table(_table, rows) {
      for await (const piece of rows) {
        done += countRows(piece);
        onProgress(done, total);
      }
    },
  });
}

/** The damage of a file, as the end of a sentence. */
class Damage extends Error {}

function readHeader(file: string, line: string): BackupHeader {
  const { version } = parse(preambleSchema, line);
  if (version !== FORMAT_VERSION) {
    throw new BackupFileError(
      `${file} was made by a newer version of PerkeX (format ${version}; this one reads ${FORMAT_VERSION}).`,
    );
  }
  return parse(headerSchema, line);
}

function parse<Schema extends z.ZodType>(schema: Schema, line: string): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new Damage('one of its lines cannot be read');
  }
  const { success, data } = schema.safeParse(value);
  if (!success) {
    throw new Damage('one of its lines is not what it should be');
  }
  return data;
}

async function* countedRows(content: BackupText, { name, rows }: TableHeader): AsyncGenerator<Buffer> {
  let count = 0;
  for await (const piece of content.rows()) {
    count += countRows(piece);
    yield piece;
  }
  if (count !== rows) {
    throw new Damage(`it has ${count} rows of ${name} instead of ${rows}`);
  }
}

/** The decompressed text of a backup, in lines. */
class BackupText {
  readonly #blocks: AsyncGenerator<Buffer>;
  readonly #hash: Hash = createHash('sha256');
  /** Complete lines that have not been read yet. */
  #block: Buffer = Buffer.alloc(0);

  constructor(file: string) {
    this.#blocks = wholeLines(unpacked(file));
  }

  /** The next line, without its end. */
  async line(): Promise<string> {
    await this.#fill();
    return this.#take(this.#block.indexOf('\n') + 1)
      .toString()
      .trimEnd();
  }

  /** The lines up to the end of a table's rows, in pieces of whole lines. */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      await this.#fill();
      const end = endOfRows(this.#block);
      const piece = this.#take(end === -1 ? this.#block.length : end);
      if (piece.length > 0) {
        yield piece;
      }
      if (end !== -1) {
        this.#take(END_OF_ROWS.length);
        return;
      }
    }
  }

  hashSoFar(): string {
    return this.#hash.copy().digest('hex');
  }

  /** @throws Damage if there is more */
  async end(): Promise<void> {
    if (this.#block.length > 0 || (await this.#blocks.next()).done !== true) {
      throw new Damage('something follows its end');
    }
  }

  async close(): Promise<void> {
    await this.#blocks.return(undefined);
  }

  async #fill(): Promise<void> {
    while (this.#block.length === 0) {
      const { done, value } = await this.#blocks.next();
      if (done) {
        throw new Damage('its end is missing');
      }
      this.#block = value;
    }
  }

  #take(length: number): Buffer {
    const piece = this.#block.subarray(0, length);
    this.#block = this.#block.subarray(length);
    this.#hash.update(piece);
    return piece;
  }
}

/** The start of the line after the rows in a block of complete lines; -1 if the block does not contain it. */
function endOfRows(block: Buffer): number {
  if (block.indexOf(END_OF_ROWS) === 0) {
    return 0;
  }
  const before = block.indexOf(`\n${END_OF_ROWS}`);
  return before === -1 ? -1 : before + 1;
}

/** Longer than any row; it bounds the memory if a line never ends. */
const LONGEST_LINE_BYTES = 64 * 2 ** 20;
const PIECE_BYTES = 2 ** 18;

async function* wholeLines(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of pieces) {
    const text = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const end = text.lastIndexOf('\n') + 1;
    rest = text.subarray(end);
    if (rest.length > LONGEST_LINE_BYTES) {
      throw new Damage('one of its lines never ends');
    }
    if (end > 0) {
      yield text.subarray(0, end);
    }
  }
  if (rest.length > 0) {
    throw new Damage('its end is missing');
  }
}

async function* unpacked(file: string): AsyncGenerator<Buffer> {
  const { size } = await stat(file);
  const gunzip = createGunzip({ chunkSize: PIECE_BYTES });
  pipeline(createReadStream(file, { highWaterMark: PIECE_BYTES }), gunzip, () => {}); // an error ends gunzip, which is read below
  try {
    yield* gunzip;
  } catch (error) {
    throw new Damage(reasonOf(error as NodeJS.ErrnoException), { cause: error });
  }
  if (gunzip.bytesWritten !== size) {
    throw new Damage('something follows its end');
  }
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'Z_BUF_ERROR':
      return 'its end is missing';
    case 'Z_DATA_ERROR':
      return 'it is damaged, or not a backup at all';
    default:
      return message;
  }
}
