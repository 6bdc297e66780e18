import { isDay } from '@perkex/core/figures/days.js';
import { shown } from '../../csv/cell-values.js';
import { failAt, readCsv } from '../../csv/csv-file.js';
import { CURRENCY } from '../payment-provider.js';
import { centsOf, handIdOf, MAX_FILE_BYTES, MAX_LINES, type RawLine } from './bank-file.js';

const COLUMNS = ['date', 'amount', 'reference'];

/**
 * Reads the lines of a CSV file: date, amount and reference, and currency, name, account and id where there are such
 * columns. Negative amounts are outgoing.
 * @param content the content of a file in memory, which `file` only names
 * @throws FileError with the line of the first row that has another shape
 */
export async function readBankCsv(file: string, content?: Buffer): Promise<RawLine[]> {
  const lines: RawLine[] = [];
  for await (const { line, fields } of readCsv(file, COLUMNS, {
    maxRows: MAX_LINES,
    maxBytes: MAX_FILE_BYTES,
    ...(content && { content }),
  })) {
    const {
      date = '',
      amount = '',
      currency = CURRENCY,
      reference = '',
      name = '',
      account = '',
      id,
    } = fields;
    const fail = failAt(file, line);
    const isOutgoing = amount.startsWith('-');
    const unsigned = amount.replace(/^[+-]/, '');
    lines.push({
      row: line,
      bankId: id ? handIdOf(id) : null,
      handId: null,
      bookedOn: isDay(date) ? date : fail(`${shown(date)} is not a date (YYYY-MM-DD)`),
      amount:
        centsOf(unsigned) === null ? fail(`${shown(amount)} is not an amount such as 216.50`) : unsigned,
      currency: currency.toUpperCase(),
      skipped: isOutgoing ? 'outgoing' : null,
      texts: [reference],
      payerName: name,
      payerAccount: account,
    });
  }
  return lines;
}
