import { Readable } from 'node:stream';
import type { UserExport } from '@perkex/contract/user-export.js';

/** A member of the export. A long list is read page by page while the document is sent. */
type Exported<Member> = Member extends readonly (infer Row)[]
  ? Member | AsyncIterable<readonly Row[]>
  : Member;

type Members<Name extends keyof UserExport> = { readonly [Each in Name]: Exported<UserExport[Each]> };

/** Reads the members of a user's data export that one room stores. */
export type ExportPart<Name extends keyof UserExport> = (userId: string) => Promise<Members<Name>>;

/** Keeps each statement short and each page small in memory. */
const ROWS_AT_ONCE = 500;

/**
 * A list that is read page by page.
 * @param read reads up to `limit` rows after a row, or the first ones
 */
export async function* listOf<Row, Exported>(
  read: (after: Row | undefined, limit: number) => Promise<readonly Row[]>,
  exported: (row: Row) => Exported,
): AsyncGenerator<Exported[]> {
  let rows: readonly Row[] = [];
  do {
    rows = await read(rows.at(-1), ROWS_AT_ONCE);
    if (rows.length > 0) {
      yield rows.map(exported);
    }
  } while (rows.length === ROWS_AT_ONCE);
}

/** Reads a part of any room. */
export type AnyExportPart = (userId: string) => Promise<Partial<Members<keyof UserExport>>>;

/**
 * All stored data of a user as one JSON document (`UserExport`). A concurrent change may appear in one list and be
 * missing from another.
 */
export async function exportUserData(
  parts: readonly AnyExportPart[],
  userId: string,
  now: Date,
): Promise<Readable> {
  const read: object[] = [{ exportedAt: now.toISOString(), uid: userId }];
  for (const part of parts) {
    read.push(await part(userId));
  }
  return Readable.from(written(read));
}

/** Writes one JSON object with the members of all parts. */
async function* written(parts: readonly object[]): AsyncGenerator<string> {
  let separator = '{';
  for (const [name, member] of parts.flatMap((part) => Object.entries(part))) {
    yield `${separator}${JSON.stringify(name)}:`;
    if (typeof member === 'object' && member !== null && Symbol.asyncIterator in member) {
      yield* writtenList(member);
    } else {
      yield JSON.stringify(member);
    }
    separator = ',';
  }
  yield '}\n';
}

async function* writtenList(pages: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  let separator = '[';
  for await (const rows of pages) {
    yield separator + rows.map((row) => JSON.stringify(row)).join(',\n');
    separator = ',\n';
  }
  yield separator === '[' ? '[]' : ']';
}
