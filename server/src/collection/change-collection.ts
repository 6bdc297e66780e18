import { MAX_ENTERED_PAIRS } from '@perkex/contract/collection.js';
import type { Day } from '@perkex/core/figures/days.js';
import { bool, int4, statement, text } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import type { Refusal } from '../http/problems.js';
import { IS_SALE } from '../sales/sale-conditions.js';
import { lockUser } from '../users/lock-user.js';

const COUNT_OTHERS = statement({
  name: 'count-other-pairs',
  text: 'select count(*)::int as pairs from collection_pairs where user_id = $1 and id <> $2',
  row: { pairs: int4 },
});

const ADD_PAIR = statement({
  name: 'add-pair',
  text: `insert into collection_pairs (user_id, id, product_id, size, price_cents, acquired_on)
         values ($1, $2, $3, $4, $5, $6) on conflict (user_id, id) do nothing`,
});

const IS_SAME_PAIR = statement({
  name: 'is-same-pair',
  text: `select product_id = $3 and size = $4 and price_cents = $5 and acquired_on = $6::date as same
         from collection_pairs where user_id = $1 and id = $2`,
  row: { same: bool },
});

const FIND_ENTERED = statement({
  name: 'find-entered-pair',
  text: 'select acquired_on::text as since from collection_pairs where user_id = $1 and id = $2 for update',
  row: { since: text },
});

const DELETE_ENTERED = statement({
  name: 'delete-entered-pair',
  text: 'delete from collection_pairs where user_id = $1 and id = $2',
});

const END_ENTERED = statement({
  name: 'end-entered-pair',
  text: 'update collection_pairs set left_on = $3 where user_id = $1 and id = $2',
});

const FIND_BOUGHT = statement({
  name: 'find-bought-pair',
  text: `select (traded_at at time zone 'UTC')::date::text as since from trades
         where buyer_id = $1 and id = $2 and ${IS_SALE}`,
  row: { since: text },
});

const LEAVE_BOUGHT = statement({
  name: 'leave-bought-pair',
  text: `insert into collection_left (user_id, trade_id, left_on) values ($1, $2, $3)
         on conflict (user_id, trade_id) do update set left_on = excluded.left_on`,
});

const RESTORE_ENTERED = statement({
  name: 'restore-entered-pair',
  text: 'update collection_pairs set left_on = null where user_id = $1 and id = $2',
});

const RESTORE_BOUGHT = statement({
  name: 'restore-bought-pair',
  text: 'delete from collection_left where user_id = $1 and trade_id = $2',
});

const FORGET_PAIRS = statement({
  name: 'forget-pairs',
  text: 'delete from collection_pairs where user_id = $1',
});

const FORGET_LEFT = statement({
  name: 'forget-left-pairs',
  text: 'delete from collection_left where user_id = $1',
});

/** A pair that a user has added to their collection. */
export interface EnteredPair {
  readonly id: string;
  readonly productId: number;
  readonly size: string;
  readonly priceCents: number;
  readonly date: Day;
}

/**
 * Adds a pair of an existing product and size. A resend changes nothing. A different pair under the same id is refused:
 * a user who corrects an entry after a lost answer learns that the first one was stored.
 */
export async function addPair(
  tx: Transaction,
  userId: string,
  { id, productId, size, priceCents, date }: EnteredPair,
): Promise<Refusal<'too-many-pairs' | 'pair-reused'> | null> {
  await lockUser(tx, userId);
  const others = (await COUNT_OTHERS.row(tx, [userId, id]))?.pairs ?? 0;
  if (others >= MAX_ENTERED_PAIRS) {
    return { refused: 'too-many-pairs' };
  }
  const pair = [userId, id, productId, size, priceCents, date];
  const isNew = (await ADD_PAIR.run(tx, pair)) === 1;
  return isNew || (await IS_SAME_PAIR.row(tx, pair))?.same ? null : { refused: 'pair-reused' };
}

/** Removes a pair. @param soldOn the day of its sale; null removes it as if it had never been in the collection */
export async function removePair(
  tx: Transaction,
  userId: string,
  id: string,
  soldOn: Day | null,
): Promise<Refusal<'unknown-pair' | 'invalid-day'> | null> {
  const entered = await FIND_ENTERED.row(tx, [userId, id]);
  const pair = entered ?? (await FIND_BOUGHT.row(tx, [userId, id]));
  if (!pair) {
    return { refused: 'unknown-pair' };
  }
  if (soldOn !== null && soldOn < pair.since) {
    return { refused: 'invalid-day' };
  }
  if (!entered) {
    await LEAVE_BOUGHT.run(tx, [userId, id, soldOn]);
  } else if (soldOn === null) {
    await DELETE_ENTERED.run(tx, [userId, id]);
  } else {
    await END_ENTERED.run(tx, [userId, id, soldOn]);
  }
  return null;
}

/**
 * Undoes the removal of a pair. A pair that is not removed stays unchanged. An entered pair that was removed without a
 * day of sale is unknown.
 */
export async function restorePair(
  tx: Transaction,
  userId: string,
  id: string,
): Promise<Refusal<'unknown-pair'> | null> {
  if ((await RESTORE_ENTERED.run(tx, [userId, id])) === 1) {
    return null;
  }
  if (!(await FIND_BOUGHT.row(tx, [userId, id]))) {
    return { refused: 'unknown-pair' };
  }
  await RESTORE_BOUGHT.run(tx, [userId, id]);
  return null;
}

/** Deletes the collection of a user on account erasure or account transfer. */
export async function forgetCollection(tx: Transaction, userId: string): Promise<void> {
  await FORGET_PAIRS.run(tx, [userId]);
  await FORGET_LEFT.run(tx, [userId]);
}
