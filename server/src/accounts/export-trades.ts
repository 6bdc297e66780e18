import type { ExportedTrade } from '@perkex/contract/user-export.js';
import { CENTS_PER_DOLLAR, centsToDollars } from '@perkex/core/money.js';
import type { Side } from '@perkex/core/order-book/order.js';
import type pg from 'pg';
import type { ExportPart } from '../users/user-export.js';
import { readTrades, type TradeRow } from './read-trades.js';

/** Keeps each statement short and each page small in memory. */
const ROWS_AT_ONCE = 500;

/** The sales and purchases of a user. */
export function tradeExport(pool: pg.Pool): ExportPart<'sales' | 'purchases'> {
  return async (userId) => ({
    sales: tradesOf(pool, userId, 'ask'),
    purchases: tradesOf(pool, userId, 'bid'),
  });
}

/** Newest first. */
async function* tradesOf(pool: pg.Pool, userId: string, side: Side): AsyncGenerator<ExportedTrade[]> {
  for (let page: { limit: number; beforeTrade?: string } | null = { limit: ROWS_AT_ONCE }; page !== null; ) {
    const rows: TradeRow[] = await readTrades(pool, userId, side, page);
    if (rows.length > 0) {
      yield rows.map(exportedTrade);
    }
    const last = rows.at(-1);
    page = last && rows.length === ROWS_AT_ONCE ? { limit: ROWS_AT_ONCE, beforeTrade: last.tradeId } : null;
  }
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
