import { createHash } from 'node:crypto';
import { paymentReference } from '@perkex/core/bank/payment-reference.js';
import type pg from 'pg';
import { derivedId } from '../../database/derived-id.js';
import {
  bool,
  float8,
  int4,
  oneOf,
  orNull,
  type RowOf,
  statement,
  text,
  uuid,
} from '../../database/statement.js';
import type { Transaction } from '../../database/transaction.js';
import { DEAL_KEYS, type DealKey } from '../../deals/deal-key.js';
import type { StoredDeal } from '../../deals/deal-row.js';
import type { CallKey } from '../call-name.js';

/** `open`: waits for the money. `paid`: has it. `ended`: the deal no longer wants it. */
const BANK_PAYMENT_STATES = ['open', 'paid', 'ended'] as const;

/** SQL: the `line` was not booked by mistake. */
export const IS_NOT_CORRECTED =
  'not exists (select from bank_corrections as correction where correction.line_id = line.id)';

/**
 * The sums of the bank's lines and of the money that was sent back, in cents. Lines that were booked by mistake do not
 * count, and what the bank has returned to us counts as not sent.
 */
const SUMS = `(select coalesce(sum(amount_cents), 0)::float8 from bank_lines as line
    where line.product_id = payment.product_id and line.deal_id = payment.deal_id
      and ${IS_NOT_CORRECTED}) as "receivedCents",
  (select coalesce(sum(amount_cents), 0)::float8 from bank_remittances as sent
    where sent.product_id = payment.product_id and sent.deal_id = payment.deal_id
      and sent.kind = 'return' and sent.state <> 'returned') as "returnedCents",
  (select coalesce(sum(amount_cents), 0)::float8 from bank_remittances as sent
    where sent.product_id = payment.product_id and sent.deal_id = payment.deal_id
      and sent.kind = 'refund' and sent.state <> 'returned') as "refundedCents"`;

const COLUMNS = `payment.product_id as "productId", payment.deal_id as id, payment.debt_deal_id as "debtDealId",
  payment.reference, payment.version,
  payment.amount_cents as "amountCents", payment.state, ${SUMS}`;

const ROW = {
  productId: int4,
  id: uuid,
  debtDealId: orNull(uuid),
  reference: text,
  version: int4,
  amountCents: int4,
  state: oneOf(BANK_PAYMENT_STATES),
  receivedCents: float8,
  returnedCents: float8,
  refundedCents: float8,
};

const READ_PAYMENT = statement({
  name: 'read-bank-payment',
  text: `select ${COLUMNS} from bank_payments as payment where product_id = $1 and deal_id = $2`,
  row: ROW,
});

/**
 * The payment of a deal by bank transfer, or of debts with it: the amount to pay, and the money that has arrived.
 * Amounts are in cents. One of debts has an id of its own, so that its money is never that of the deal, and the deal's
 * in `debtDealId`.
 */
export type BankPayment = RowOf<typeof READ_PAYMENT>;

const LOCK_PAYMENT = statement({
  name: 'lock-bank-payment',
  text: 'select from bank_payments where product_id = $1 and deal_id = $2 for update',
  row: {},
});

const READ_BY_REFERENCE = statement({
  name: 'read-bank-payments-by-reference',
  text: `select ${COLUMNS} from bank_payments as payment where reference = any($1::text[])`,
  row: ROW,
});

const READ_OF_DEALS = statement({
  name: 'read-bank-payments-of-deals',
  text: `select ${COLUMNS} from bank_payments as payment
         where payment.product_id = any($1::int4[]) and coalesce(payment.debt_deal_id, payment.deal_id) = any($2::uuid[])`,
  row: ROW,
});

const READ_PAID = statement({
  name: 'read-paid-bank-payments',
  text: `select product_id as "productId", deal_id as id from bank_payments
         where product_id = any($1::int4[]) and deal_id = any($2::uuid[]) and state = 'paid'`,
  row: { productId: int4, id: uuid },
});

const IS_ANY_UNSENT = statement({
  name: 'is-any-bank-remittance-unsent',
  text: `select exists (
           select from bank_remittances
           where product_id = any($1::int4[]) and deal_id = any($2::uuid[]) and state in ('waiting', 'listed')
         ) as "isAny"`,
  row: { isAny: bool },
});

/** No conflict is named: of two servers that insert the row at once, one would fail by its other unique column. */
const OPEN_PAYMENT = statement({
  name: 'open-bank-payment',
  text: `insert into bank_payments (product_id, deal_id, reference, version, amount_cents, debt_deal_id, state)
         values ($1, $2, $3, $4, $5, $6, 'open') on conflict do nothing`,
});

/** A later collection of the deal takes the place of an earlier one: the money belongs to the deal. */
const REPLACE_PAYMENT = statement({
  name: 'replace-bank-payment',
  text: `update bank_payments set version = $3, amount_cents = $4, state = 'open'
         where product_id = $1 and deal_id = $2 and version < $3`,
});

const SET_STATE = statement({
  name: 'set-bank-payment-state',
  text: 'update bank_payments set state = $3 where product_id = $1 and deal_id = $2',
});

/** The reference of a deal's payment. It is the same for all its collections. */
export function referenceOf({ productId, id }: DealKey): string {
  const hash = createHash('sha256').update(`${productId}/${id}`).digest();
  return paymentReference(hash.readBigUInt64BE());
}

export async function readBankPayment(
  connection: pg.Pool | Transaction,
  { productId, id }: DealKey,
): Promise<BankPayment | null> {
  return (await READ_PAYMENT.row(connection, [productId, id])) ?? null;
}

/** Reads it once no other transaction changes it, until the end of this one. Its sums are those after the lock. */
export async function lockBankPayment(tx: Transaction, key: DealKey): Promise<BankPayment | null> {
  await LOCK_PAYMENT.row(tx, [key.productId, key.id]);
  return readBankPayment(tx, key);
}

export async function readBankPaymentsByReference(
  connection: pg.Pool | Transaction,
  references: readonly string[],
): Promise<BankPayment[]> {
  return READ_BY_REFERENCE.rows(connection, [references]);
}

/** The deals among these whose payment has arrived. */
export async function readPaidByBank(
  connection: pg.Pool | Transaction,
  deals: readonly Pick<StoredDeal, 'key'>[],
): Promise<readonly DealKey[]> {
  return READ_PAID.rows(connection, DEAL_KEYS.values(deals.map(({ key }) => key)));
}

/** True while money of these deals has still to leave with a list, or may come back from one. */
export async function hasMoneyAtBank(pool: pg.Pool, deals: readonly DealKey[]): Promise<boolean> {
  const payments = await READ_OF_DEALS.rows(pool, DEAL_KEYS.values(deals));
  const unsent = await IS_ANY_UNSENT.row(pool, DEAL_KEYS.values([...deals, ...payments]));
  return unsent?.isAny === true || payments.some((payment) => unusedCents(payment) > 0);
}

/** SQL: the deal of a row whose money belongs to a payment. The payment of debts has an id of its own. */
export const dealOfMoney = (row: string) => `coalesce((
    select debt_deal_id from bank_payments as payment
    where payment.product_id = ${row}.product_id and payment.deal_id = ${row}.deal_id
  ), ${row}.deal_id)`;

/** The key of the payment of a collection. */
export function paymentKeyOf({ kind, productId, id }: Pick<CallKey, 'kind' | 'productId' | 'id'>): DealKey {
  return { productId, id: kind === 'collect-debt' ? derivedId(`debts/${productId}/${id}`) : id };
}

/** The deal of a payment. */
export function dealOfPayment({ productId, id, debtDealId }: BankPayment): DealKey {
  return { productId, id: debtDealId ?? id };
}

/** The collection that a payment is for. */
export function callOfPayment(payment: BankPayment): CallKey {
  const kind = payment.debtDealId === null ? 'collect' : 'collect-debt';
  return { ...dealOfPayment(payment), version: payment.version, kind };
}

/** Opens the payment of a collection, unless this or a later one has one. */
export async function openBankPayment(tx: Transaction, call: CallKey, amountCents: number): Promise<void> {
  const key = paymentKeyOf(call);
  const { productId, id } = key;
  const debtDealId = call.kind === 'collect-debt' ? call.id : null;
  await OPEN_PAYMENT.run(tx, [productId, id, referenceOf(key), call.version, amountCents, debtDealId]);
  await REPLACE_PAYMENT.run(tx, [productId, id, call.version, amountCents]);
}

/** The money that has arrived and neither was sent back nor belongs to the deal, in cents. */
export function unusedCents({
  state,
  amountCents,
  receivedCents,
  returnedCents,
  refundedCents,
}: BankPayment): number {
  return receivedCents - returnedCents - (state === 'paid' ? amountCents : refundedCents);
}

/** Counts a payment as paid once all of its money is there. @returns it if it was paid just now, or null */
export async function settleBankPayment(tx: Transaction, key: DealKey): Promise<BankPayment | null> {
  const payment = await lockBankPayment(tx, key);
  if (payment?.state !== 'open' || unusedCents(payment) < payment.amountCents) {
    return null;
  }
  await setBankPaymentState(tx, key, 'paid');
  return { ...payment, state: 'paid' };
}

export async function setBankPaymentState(
  tx: Transaction,
  { productId, id }: DealKey,
  state: BankPayment['state'],
): Promise<void> {
  await SET_STATE.run(tx, [productId, id, state]);
}
