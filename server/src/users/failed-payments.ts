import { type BuyerPayments, needsCardUntilMs } from '@perkex/core/users/failed-payments.js';
import type pg from 'pg';
import { databaseTime } from '../database/database-time.js';
import { float8, json, orNull, statement } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';

/** SQL and types: what a row of `accounts` has of the payments of its buyer. */
export const PAYMENTS_OF_BUYER = `failed_payments as "failedPayments", floor(date_part('epoch', card_saved_at) * 1000) as "cardSavedAtMs"`;
export const PAYMENTS_OF_BUYER_ROW = {
  failedPayments: json<Readonly<Record<string, number>>>(),
  cardSavedAtMs: orNull(float8),
};

const READ_PAYMENTS = statement({
  name: 'read-payments-of-buyer',
  text: `select ${PAYMENTS_OF_BUYER} from accounts where user_id = $1`,
  row: PAYMENTS_OF_BUYER_ROW,
});

const ADD_FAILED = statement({
  name: 'add-failed-payment',
  text: `update accounts
         set failed_payments = failed_payments || jsonb_build_object($2::text, $3::float8) where user_id = $1`,
});

const REMOVE_FAILED = statement({
  name: 'remove-failed-payment',
  text: 'update accounts set failed_payments = failed_payments - $2::text where user_id = $1',
});

const NOTE_SAVED_CARD = statement({
  name: 'note-saved-card',
  text: 'update accounts set card_saved_at = now() where user_id = $1',
});

/** A deal whose payment has failed then, or fails no longer if `atMs` is null. */
export interface FailedPayment {
  readonly userId: string;
  readonly dealId: string;
  readonly atMs: number | null;
}

/** Copies the failed payments of a step to the accounts of its buyers. Erased users have none. */
export async function saveFailedPayments(tx: Transaction, changes: readonly FailedPayment[]): Promise<void> {
  // In one order of users, so that two transactions do not wait for each other.
  for (const { userId, dealId, atMs } of changes.toSorted((a, b) => (a.userId < b.userId ? -1 : 1))) {
    if (atMs === null) {
      await REMOVE_FAILED.send(tx, [userId, dealId]);
    } else {
      await ADD_FAILED.send(tx, [userId, dealId, atMs]);
    }
  }
}

/** Notes that a user has saved a card now, in its transaction. From the commit on, each batch of orders knows it. */
export async function noteSavedCard(tx: Transaction, userId: string): Promise<void> {
  await NOTE_SAVED_CARD.run(tx, [userId]);
}

/** The payments of a buyer as the rules take them. */
export function paymentsOfBuyer(row: {
  readonly failedPayments: Readonly<Record<string, number>>;
  readonly cardSavedAtMs: number | null;
}): BuyerPayments {
  return { failedAtMs: Object.values(row.failedPayments), cardSavedAtMs: row.cardSavedAtMs };
}

/** Until when a user cannot buy unless they save a card, in milliseconds since 1970; null if they can buy now. */
export async function readNeedsCardUntil(pool: pg.Pool, userId: string): Promise<number | null> {
  const row = await READ_PAYMENTS.row(pool, [userId]);
  return row ? needsCardUntilMs(paymentsOfBuyer(row), await databaseTime(pool)) : null;
}
