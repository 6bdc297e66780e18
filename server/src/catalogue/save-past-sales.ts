import { createHash } from 'node:crypto';
import { RowSet } from '../database/row-set.js';
import { int4, statement, text, timestamptz, uuid } from '../database/statement.js';
import { contentId } from '../database/time-ordered-id.js';
import type { Transaction } from '../database/transaction.js';

/** A sale that happened before this market or outside it. */
export interface PastSale {
  readonly productId: number;
  readonly size: string;
  readonly priceCents: number;
  readonly soldAt: Date;
  /** What tells this sale from any other; the same text is the same sale. */
  readonly content: string;
}

const PAST_SALES = new RowSet<PastSale>({
  product_id: [int4, (sale) => sale.productId],
  id: [
    uuid,
    ({ soldAt, content }) => contentId(soldAt.getTime(), createHash('sha256').update(content).digest()),
  ],
  size: [text, (sale) => sale.size],
  price_cents: [int4, (sale) => sale.priceCents],
  sold_at: [timestamptz, (sale) => sale.soldAt.toISOString()],
});

const SAVE_PAST_SALES = statement({
  name: 'save-past-sales',
  text: `insert into past_sales (${PAST_SALES.names}) select * from ${PAST_SALES.as('sale')}
         on conflict (product_id, id) do nothing`,
});

/**
 * Saves sales that are not there yet.
 * @returns how many were new
 */
export function savePastSales(transaction: Transaction, sales: readonly PastSale[]): Promise<number> {
  return SAVE_PAST_SALES.run(transaction, PAST_SALES.values(sales));
}
