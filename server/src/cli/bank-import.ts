import { readFile, stat } from 'node:fs/promises';
import { counted } from '@perkex/core/counted.js';
import { dealCode } from '@perkex/core/deals/deal-code.js';
import { harmless } from '../csv/cell-values.js';
import { checkFile, FileError } from '../csv/csv-file.js';
import { databaseTime } from '../database/database-time.js';
import { transaction } from '../database/transaction.js';
import { checkLines, handIdOf, MAX_FILE_BYTES, type RawLine } from '../payments/bank/bank-file.js';
import { bookLines, importLines, previewLines } from '../payments/bank/book-lines.js';
import { decimal } from '../payments/bank/pain001.js';
import { dealOfPayment } from '../payments/bank/payment-rows.js';
import { BOOKING_RESULTS, type PlannedLine } from '../payments/bank/plan-booking.js';
import { assignReferences, readStatement } from '../payments/bank/read-statement.js';
import type { CommandContext } from './command.js';
import { tableOf } from './table.js';

type Run = (context: CommandContext) => Promise<number>;

/**
 * Shows what the lines of a file pay, and books them.
 * @param assigned references of lines that name none, by the line in the file
 * @param by the member who books them; null for a preview
 */
export function importRun(file: string, assigned: ReadonlyMap<number, string>, by: string | null): Run {
  return async ({ database: { pool }, config, output }) => {
    await checkFile(file);
    if ((await stat(file)).size > MAX_FILE_BYTES) {
      throw new FileError(
        `${file} has more than ${MAX_FILE_BYTES / 1_000_000} MB. Split it into several files.`,
      );
    }
    const read = { name: file, content: await readFile(file), path: file };
    const account = config.bankAccount?.account ?? null;
    const lines = assignReferences(await readStatement(read, account), assigned);
    const planned =
      by === null
        ? await previewLines(pool, lines)
        : await transaction(pool, (tx) => importLines(tx, lines, by));
    show(planned, output);
    const count = planned.filter(({ payment }) => payment !== null).length;
    output.line(
      by === null
        ? `${count} of ${planned.length} lines can be booked. Nothing was changed: --book --by MEMBER books them.`
        : `${count} of ${planned.length} lines are booked. Those without a known deal wait at the desk.`,
    );
    return 0;
  };
}

export interface HandBooking {
  readonly reference: string;
  readonly amountCents: number;
  /** The number that the bank gave the payment. */
  readonly id: string;
  /** YYYY-MM-DD; null for today. */
  readonly on: string | null;
  readonly by: string;
}

/** Books one payment by hand. */
export function bookRun({ reference, amountCents, id, on, by }: HandBooking): Run {
  return async ({ database: { pool }, output }) => {
    const today = new Date(await databaseTime(pool)).toISOString().slice(0, 10);
    const line: RawLine = {
      row: 1,
      bankId: handIdOf(id),
      handId: null,
      bookedOn: on ?? today,
      amount: decimal(amountCents),
      currency: 'USD',
      skipped: null,
      texts: [reference],
      payerName: '',
      payerAccount: '',
    };
    const planned = await transaction(pool, (tx) => bookLines(tx, checkLines([line]), by));
    show(planned, output);
    return planned.some(({ payment }) => payment !== null) ? 0 : 1;
  };
}

function show(planned: readonly PlannedLine[], output: CommandContext['output']): void {
  const rows = planned.map(({ line, result, payment, detail }) => [
    String(line.row),
    'id' in line ? decimal(line.amountCents) : harmless(line.amountText),
    payment?.reference ?? '',
    payment ? dealCode(dealOfPayment(payment)) : '',
    [BOOKING_RESULTS[result], ...(detail === null ? [] : [detail])].join(': '),
  ]);
  for (const line of tableOf(['line', 'amount', 'reference', 'deal', 'result'], rows, [0, 1])) {
    output.line(line);
  }
  const taken = planned.filter(({ takenFrom }) => takenFrom.length > 0).length;
  if (taken > 0) {
    output.error(
      `The bank has taken back money in ${counted(taken, 'line')}. Check the deals before any payout.`,
    );
  }
}
