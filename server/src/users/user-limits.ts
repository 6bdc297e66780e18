import { centsToDollars } from '@perkex/core/money.js';
import { NO_LIMITS, type UserLimits } from '@perkex/core/order-book/order.js';
import { BLOCK_REASONS, type BlockReason } from '@perkex/core/users/blocks.js';
import type pg from 'pg';
import { int4, oneOf, orNull, statement, text, timestamptz } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { lockUser } from './lock-user.js';
import type { ExportPart } from './user-export.js';

const READ_LIMITS = statement({
  name: 'read-limits-of-user',
  text: `select max_open_orders as "openOrders", max_price_cents as "priceCents", limit_reason as reason,
           limited_by as by, limited_at as at
         from accounts where user_id = $1`,
  row: {
    openOrders: orNull(int4),
    priceCents: orNull(int4),
    reason: orNull(oneOf(BLOCK_REASONS)),
    by: orNull(text),
    at: orNull(timestamptz),
  },
});

const SET_LIMITS = statement({
  name: 'set-limits-of-user',
  text: `update accounts
         set max_open_orders = $2, max_price_cents = $3, limit_reason = $4, limited_by = $5,
           limited_at = now()
         where user_id = $1`,
});

const END_LIMITS = statement({
  name: 'end-limits-of-user',
  text: `update accounts
         set max_open_orders = $2, max_price_cents = $3, limit_reason = null, limited_by = null, limited_at = null
         where user_id = $1`,
});

/** Which limits a user has, why, by which member and since when. */
export interface SetLimits extends UserLimits {
  readonly reason: BlockReason;
  readonly by: string;
  readonly at: Date;
}

/** The limits of a user; null for none besides those of the market. */
export async function readLimits(client: pg.Pool | Transaction, userId: string): Promise<SetLimits | null> {
  const row = await READ_LIMITS.row(client, [userId]);
  if (!row || row.reason === null || row.by === null || row.at === null) {
    return null;
  }
  const { openOrders, priceCents, reason, by, at } = row;
  return { openOrders, priceCents, reason, by, at };
}

/** The same, unchanged until the transaction ends. */
export async function lockLimits(tx: Transaction, userId: string): Promise<SetLimits | null> {
  await lockUser(tx, userId);
  return readLimits(tx, userId);
}

/** Sets the limits of a user. From the commit on, each batch of orders holds to them, on every server. */
export async function saveLimits(
  tx: Transaction,
  userId: string,
  { openOrders, priceCents }: UserLimits,
  reason: BlockReason,
  by: string,
): Promise<void> {
  await SET_LIMITS.run(tx, [userId, openOrders, priceCents, reason, by]);
}

export async function endLimits(tx: Transaction, userId: string): Promise<void> {
  const { openOrders, priceCents } = NO_LIMITS;
  await END_LIMITS.run(tx, [userId, openOrders, priceCents]);
}

/** Limits as calls show them, in whole dollars. */
export function limitsInDollars({ openOrders, priceCents, reason, at }: SetLimits) {
  const price = priceCents === null ? null : centsToDollars(priceCents);
  return { openOrders, price, reason, at: at.toISOString() };
}

/** The limits of a user, for their export. */
export function limitsExport(pool: pg.Pool): ExportPart<'limits'> {
  return async (userId) => {
    const limits = await readLimits(pool, userId);
    return { limits: limits && limitsInDollars(limits) };
  };
}
