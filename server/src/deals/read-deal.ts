import type pg from 'pg';
import { statement } from '../database/statement.js';
import type { DealKey } from './deal-key.js';
import { DEAL, DEAL_ROW, type StoredDeal, storedDeal } from './deal-row.js';

const READ_DEAL = statement({
  name: 'read-deal',
  text: `select ${DEAL}
         from deals as deal
         join trades as trade on trade.product_id = deal.product_id and trade.id = deal.id
         where deal.product_id = $1 and deal.id = $2`,
  row: DEAL_ROW,
});

/** A deal as it is now. Trades before the start of deals have none. */
export async function readDeal(pool: pg.Pool, { productId, id }: DealKey): Promise<StoredDeal | null> {
  const row = await READ_DEAL.row(pool, [productId, id]);
  return row ? storedDeal(row) : null;
}
