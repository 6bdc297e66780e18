import type pg from 'pg';
import { RowSet } from '../../database/row-set.js';
import { int4, statement, text } from '../../database/statement.js';
import type { Transaction } from '../../database/transaction.js';
import type { FileLine, IncomingLine } from './bank-file.js';
import { findOwnDeals } from './find-own-deals.js';
import { findKnownLines } from './known-lines.js';
import {
  type BankPayment,
  dealOfPayment,
  lockBankPayment,
  readBankPaymentsByReference,
} from './payment-rows.js';
import { type BookingResult, type PlannedLine, planBooking } from './plan-booking.js';
import { findReturnedPayouts } from './returned-payouts.js';
import { settleAndCheck } from './settle-and-check.js';
import { countAsBooked, lockUnmatched, saveUnmatched, type UnmatchedReason } from './unmatched-lines.js';

interface NewLine extends IncomingLine {
  readonly payment: BankPayment;
  readonly by: string;
}

const LINES = new RowSet<NewLine>({
  id: [text, ({ id }) => id],
  hand_id: [text, ({ handId }) => handId],
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
         select id, hand_id, product_id, deal_id::uuid, amount_cents, booked_on::date, payer_name, payer_account, booked_by
         from ${LINES.as('line')}`,
});

/**
 * Shows what booking the lines would do.
 * @param userId the member, who does not book their own deals; null on the command line
 */
export async function previewLines(
  connection: pg.Pool | Transaction,
  lines: readonly FileLine[],
  userId: string | null = null,
): Promise<PlannedLine[]> {
  const incoming = lines.filter((line) => 'id' in line);
  const references = new Set(
    lines.flatMap((line) => ('id' in line ? line.references : (line.takenBack ?? []))),
  );
  const payments = await readBankPaymentsByReference(connection, [...references]);
  return planBooking(lines, {
    payments,
    ...(await findKnownLines(connection, incoming)),
    returned: await findReturnedPayouts(connection, incoming),
    ownDeals: await findOwnDeals(connection, payments.map(dealOfPayment), userId),
  });
}

/**
 * Books the lines whose payments are known, in a transaction that the caller commits: all of them, or none. A line that
 * is booked already is not booked again. A server then takes the steps of the deals that are paid.
 * @param by the name of the member who books them
 * @param userId the member; null on the command line
 */
export async function bookLines(
  tx: Transaction,
  lines: readonly FileLine[],
  by: string,
  userId: string | null = null,
): Promise<PlannedLine[]> {
  await lockUnmatched(tx);
  const expected = await previewLines(tx, lines, userId);
  const known = new Map(expected.flatMap(({ payment }) => (payment ? [[payment.reference, payment]] : [])));
  // In the same order in all transactions, so that none waits for another in a circle.
  for (const payment of [...known.values()].sort(byDeal)) {
    await lockBankPayment(tx, payment);
  }
  // Another transaction may have booked lines before the locks.
  const planned = await previewLines(tx, lines, userId);
  const booking = planned.flatMap(({ line, payment }) =>
    payment && 'id' in line ? [{ ...line, payment, by }] : [],
  );
  await SAVE_LINES.run(tx, LINES.values(booking));
  await countAsBooked(
    tx,
    booking.map(({ id }) => id),
    by,
  );
  const paid = new Map(booking.map(({ payment }) => [payment.reference, payment]));
  for (const payment of paid.values()) {
    await settleAndCheck(tx, payment);
  }
  return planned;
}

function byDeal(one: BankPayment, other: BankPayment): number {
  return one.productId - other.productId || (one.id < other.id ? -1 : 1);
}

const REASONS: Partial<Record<BookingResult, UnmatchedReason>> = {
  unknown: 'unknown',
  ambiguous: 'ambiguous',
  own: 'own-deal',
};

/**
 * Books the lines of a statement, and keeps those that no deal has for a member, in a transaction that the caller
 * commits. The same statement again changes nothing.
 */
export async function importLines(
  tx: Transaction,
  lines: readonly FileLine[],
  by: string,
  userId: string | null = null,
): Promise<PlannedLine[]> {
  const planned = await bookLines(tx, lines, by, userId);
  await saveUnmatched(
    tx,
    planned.flatMap(({ line, result }) => {
      const reason = REASONS[result];
      return reason && 'id' in line ? [{ ...line, reason, by }] : [];
    }),
  );
  return planned;
}
