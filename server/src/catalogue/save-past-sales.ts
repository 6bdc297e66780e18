import { createHash } from 'node:crypto';
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

/**
 * Saves sales that are not there yet.
 * @returns how many were new
 */
export async function savePastSales(transaction: Transaction, sales: readonly PastSale[]): Promise<number> {
  const { rowCount } = await transaction.query(
    `insert into past_sales (product_id, id, size, price_cents, sold_at)
     select * from unnest($1::int[], $2::uuid[], $3::text[], $4::int[], $5::timestamptz[])
     on conflict (product_id, id) do nothing`,
    [
      sales.map(({ productId }) => productId),
      sales.map(({ soldAt, content }) =>
        contentId(soldAt.getTime(), createHash('sha256').update(content).digest()),
      ),
      sales.map(({ size }) => size),
      sales.map(({ priceCents }) => priceCents),
      sales.map(({ soldAt }) => soldAt.toISOString()),
    ],
  );
  return rowCount ?? 0;
}
