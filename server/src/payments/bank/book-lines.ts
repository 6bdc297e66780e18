import type pg from 'pg';
import { RowSet } from '../../database/row-set.js';
import { int4, statement, text } from '../../database/statement.js';
import type { Transaction } from '../../database/transaction.js';
import { storeJobs } from '../../jobs/store-jobs.js';
import { nameOfCall } from '../call-name.js';
import { checkJobs } from '../payment-calls.js';
import type { FileLine, IncomingLine } from './bank-file.js';
import {
  type BankPayment,
  lockBankPayment,
  readBankPaymentsByReference,
  settleBankPayment,
} from './payment-rows.js';
import { type PlannedLine, planBooking } from './plan-booking.js';

const FIND_BOOKED = statement({
  name: 'find-booked-bank-lines',
  text: 'select id from bank_lines where id = any($1::text[])',
  row: { id: text },
});

interface NewLine extends IncomingLine {
  readonly payment: BankPayment;
  readonly by: string;
}

const LINES = new RowSet<NewLine>({
  id: [text, ({ id }) => id],
  product_id: [int4, ({ payment }) => payment.productId],
  deal_id: [text, ({ payment }) => payment.id],
  amount_cents: [int4, ({ amountCents }) => amountCents],
  booked_on: [text, ({ bookedOn }) => bookedOn],
  payer_name: [text, ({ payerName }) => payerName],
  payer_account: [text, ({ payerAccount }) => payerAccount],
  booked_by: [text, ({ by }) => by],
});

const SAVE_LINES = statement({
  name: 'save-bank-lines',
  text: `insert into bank_lines (${LINES.names})
         select id, product_id, deal_id::uuid, amount_cents, booked_on::date, payer_name, payer_account, booked_by
         from ${LINES.as('line')}`,
});

/** Shows what booking the lines would do. */
export async function previewLines(
  connection: pg.Pool | Transaction,
  lines: readonly FileLine[],
): Promise<PlannedLine[]> {
  const incoming = lines.filter((line) => 'id' in line);
  const references = [...new Set(incoming.flatMap((line) => line.references))];
  const payments = await readBankPaymentsByReference(connection, references);
  const booked = await FIND_BOOKED.rows(connection, [incoming.map(({ id }) => id)]);
  return planBooking(lines, { payments, bookedIds: new Set(booked.map(({ id }) => id)) });
}

/**
 * Books the lines whose payments are known, in a transaction that the caller commits: all of them, or none. A line that
 * is booked already is not booked again. A server then takes the steps of the deals that are paid.
 * @param by the member who books them
 */
export async function bookLines(
  tx: Transaction,
  lines: readonly FileLine[],
  by: string,
): Promise<PlannedLine[]> {
  const expected = await previewLines(tx, lines);
  const known = new Map(expected.flatMap(({ payment }) => (payment ? [[payment.reference, payment]] : [])));
  // In the same order in all transactions, so that none waits for another in a circle.
  for (const reference of [...known.keys()].sort()) {
    const payment = known.get(reference);
    await (payment && lockBankPayment(tx, payment));
  }
  // Another transaction may have booked lines before the locks.
  const planned = await previewLines(tx, lines);
  const booking = planned.flatMap(({ line, payment }) =>
    payment && 'id' in line ? [{ ...line, payment, by }] : [],
  );
  await SAVE_LINES.run(tx, LINES.values(booking));
  const paid = new Map(booking.map(({ payment }) => [payment.reference, payment]));
  for (const payment of paid.values()) {
    const settled = await settleBankPayment(tx, payment);
    if (settled) {
      const ref = nameOfCall({ ...settled, kind: 'collect' });
      await storeJobs(tx, checkJobs('bank'), [{ ref }]);
    }
  }
  return planned;
}
