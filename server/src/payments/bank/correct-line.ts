import type pg from 'pg';
import { bool, int4, orNull, type RowOf, statement, text, uuid } from '../../database/statement.js';
import type { Transaction } from '../../database/transaction.js';
import type { DealKey } from '../../deals/deal-key.js';
import { type BankPayment, dealOfMoney, lockBankPayment, paymentKeyOf, unusedCents } from './payment-rows.js';
import { settleAndCheck } from './settle-and-check.js';
import { lockUnmatched } from './unmatched-lines.js';

const LINE = `line.id, line.product_id as "productId", line.deal_id as "paymentId",
  ${dealOfMoney('line')} as "dealId", line.amount_cents as "amountCents",
  to_char(line.booked_on, 'YYYY-MM-DD') as "bookedOn", line.payer_name as "payerName", line.booked_by as "bookedBy",
  (select correction.corrected_by from bank_corrections as correction where correction.line_id = line.id)
    as "correctedBy",
  (select correction.reason from bank_corrections as correction where correction.line_id = line.id) as reason`;
const LINE_ROW = {
  id: text,
  productId: int4,
  paymentId: uuid,
  dealId: uuid,
  amountCents: int4,
  bookedOn: text,
  payerName: orNull(text),
  bookedBy: text,
  correctedBy: orNull(text),
  reason: orNull(text),
};

const READ_LINES = statement({
  name: 'read-bank-lines-of-deal',
  text: `select ${LINE} from bank_lines as line where line.product_id = $1 and line.deal_id = any($2::uuid[])
         order by line.booked_at, line.id limit 100`,
  row: LINE_ROW,
});

const READ_LINE = statement({
  name: 'read-bank-line',
  text: `select ${LINE} from bank_lines as line where line.id = $1`,
  row: LINE_ROW,
});

/** A line that was booked to a deal or to debts, with its correction if there is one. The amount is in cents. */
export type BookedLine = RowOf<typeof READ_LINE>;

/** The freed line has another id, so that the same file again still finds the one that was booked. */
const CORRECT = statement({
  name: 'correct-bank-line',
  text: `with corrected as (
           insert into bank_corrections (line_id, product_id, deal_id, amount_cents, freed_id, reason, corrected_by)
           select id, product_id, deal_id, amount_cents, id || '/freed', $2, $3 from bank_lines where id = $1
           returning line_id, freed_id
         )
         insert into bank_unmatched_lines
           (id, amount_cents, booked_on, text, payer_name, payer_account, reason, imported_by)
         select corrected.freed_id, line.amount_cents, line.booked_on, '', line.payer_name, line.payer_account,
           'corrected', $3
         from corrected join bank_lines as line on line.id = corrected.line_id`,
});

/** The call that the wrong money had paid. */
const COUNT_AS_REPLACED = statement({
  name: 'count-bank-call-as-replaced',
  text: `update provider_calls set outcome = 'replaced', check_at = null, revision = revision + 1
         where product_id = $1 and deal_id = $2 and version = $3 and kind = 'collect' and outcome = 'done'`,
});

const REOPEN_PAYMENT = statement({
  name: 'reopen-bank-payment',
  text: `update bank_payments set state = 'open', version = $3 where product_id = $1 and deal_id = $2`,
});

const HAS_RETURN_ON_THE_WAY = statement({
  name: 'has-bank-return-of-deal',
  text: `select exists (
           select from bank_remittances
           where product_id = $1 and deal_id = $2 and kind in ('return', 'refund') and state <> 'returned'
         ) as "hasReturn"`,
  row: { hasReturn: bool },
});

/** The lines that have paid a deal, or debts with it. */
export function readBookedLines(pool: pg.Pool, { productId, id }: DealKey): Promise<BookedLine[]> {
  const debts = paymentKeyOf({ productId, id, kind: 'collect-debt' });
  return READ_LINES.rows(pool, [productId, [id, debts.id]]);
}

/** Reads a line once no other transaction decides about lines, until the end of this one. */
export async function lockBookedLine(tx: Transaction, id: string): Promise<BookedLine | null> {
  await lockUnmatched(tx);
  return (await READ_LINE.row(tx, [id])) ?? null;
}

/** `spare`: its deal does not need the money. `used`: it has paid the deal. `gone`: it has left, or is about to. */
export async function useOfLine(
  tx: Transaction,
  { productId, paymentId, amountCents }: BookedLine,
): Promise<'spare' | 'used' | 'gone'> {
  const key = { productId, id: paymentId };
  const payment = await lockBankPayment(tx, key);
  if (!payment) {
    return 'gone';
  }
  if (unusedCents(payment) >= amountCents) {
    return 'spare';
  }
  const hasReturn = (await HAS_RETURN_ON_THE_WAY.row(tx, [productId, paymentId]))?.hasReturn === true;
  // Money that has paid a debt was shared, or has let its user sell.
  const isOfDeal = payment.debtDealId === null;
  return payment.state === 'paid' && isOfDeal && !hasReturn ? 'used' : 'gone';
}

/** Books the opposite of a line, whose money then waits for a member again. */
export async function saveCorrection(
  tx: Transaction,
  { id }: BookedLine,
  { by, reason }: { readonly by: string; readonly reason: string },
): Promise<void> {
  await CORRECT.run(tx, [id, reason, by]);
}

/**
 * Lets a payment wait for its money again, after the step that collects it again. Other lines of the deal may pay it.
 * @param version of that step
 */
export async function reopenPayment(tx: Transaction, payment: DealKey, version: number): Promise<void> {
  const { productId, id } = payment;
  const paid: BankPayment | null = await lockBankPayment(tx, payment);
  await COUNT_AS_REPLACED.run(tx, [productId, id, paid?.version]);
  await REOPEN_PAYMENT.run(tx, [productId, id, version]);
  await settleAndCheck(tx, payment);
}
