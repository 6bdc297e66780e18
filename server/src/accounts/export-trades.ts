import type { ExportedTrade } from '@perkex/contract/user-export.js';
import { CENTS_PER_DOLLAR, centsToDollars } from '@perkex/core/money.js';
import type { Side } from '@perkex/core/order-book/order.js';
import type pg from 'pg';
import { hasCopiesOf, type UserIndex } from '../user-index/user-index.js';
import { type ExportPart, listOf } from '../users/user-export.js';
import { readTrades, type TradeRow } from './read-trades.js';

/** The sales and purchases of a user. */
export function tradeExport(pool: pg.Pool, userIndex: UserIndex | null): ExportPart<'sales' | 'purchases'> {
  return async (userId) => ({
    sales: tradesOf(pool, userIndex, userId, 'ask'),
    purchases: tradesOf(pool, userIndex, userId, 'bid'),
  });
}

/** Newest first. */
function tradesOf(pool: pg.Pool, userIndex: UserIndex | null, userId: string, side: Side) {
  return listOf(
    async (after: TradeRow | undefined, limit) =>
      readTrades(pool, userId, side, {
        limit,
        ...(after ? { beforeTrade: after.tradeId } : {}),
        hasCopies: await hasCopiesOf(userIndex, userId),
      }),
    exportedTrade,
  );
}

function exportedTrade({ id, productId, name, size, ...row }: TradeRow): ExportedTrade {
  return {
    id,
    productId,
    name,
    size,
    price: centsToDollars(row.priceCents),
    fees: Math.abs(row.totalCents - row.priceCents) / CENTS_PER_DOLLAR,
    total: row.totalCents / CENTS_PER_DOLLAR,
    date: row.tradedAt.toISOString(),
  };
}
