import { referencesIn } from '@perkex/core/bank/payment-reference.js';
import { UserError } from '../../errors/user-error.js';
import { checkLines, type FileLine } from './bank-file.js';
import { decodeXml } from './decode-xml.js';
import { readBankCsv } from './read-bank-csv.js';
import { readCamt053 } from './read-camt053.js';

/** A statement of the bank. */
export interface StatementFile {
  /** For messages. */
  readonly name: string;
  readonly content: Buffer;
  /** Where the content is on disk, perhaps compressed; null for a file in memory only. */
  readonly path: string | null;
}

/**
 * Reads the lines of a statement, in camt.053 or as CSV.
 * @param account the market's own account; null if none is set
 * @throws UserError with the line of the first fault
 */
export async function readStatement(
  { name, content, path }: StatementFile,
  account: string | null,
): Promise<FileLine[]> {
  const xml = decodeXml(content);
  if (xml === null) {
    return checkLines(await (path === null ? readBankCsv(name, content) : readBankCsv(path)));
  }
  if (account === null) {
    throw new UserError('Set BANK_HOLDER and BANK_ACCOUNT as for the server: a statement names its account.');
  }
  return checkLines(readCamt053(xml, account));
}

/**
 * Gives lines the references that a member has found out.
 * @param assigned the references, by the line in the file
 * @throws UserError for a line that the file does not have, and for a text that is not a reference
 */
export function assignReferences(
  lines: readonly FileLine[],
  assigned: ReadonlyMap<number, string>,
): FileLine[] {
  const rows = new Set(lines.map(({ row }) => row));
  for (const [row, text] of assigned) {
    if (!rows.has(row)) {
      throw new UserError(`The file has no line ${row} to assign.`);
    }
    if (referencesIn(text).length !== 1) {
      throw new UserError(`Line ${row}: ${JSON.stringify(text)} is not a reference.`);
    }
  }
  return lines.map((line) => {
    const text = assigned.get(line.row);
    return text !== undefined && 'id' in line ? { ...line, references: referencesIn(text) } : line;
  });
}
