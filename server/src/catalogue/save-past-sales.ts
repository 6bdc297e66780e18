import { createHash } from 'node:crypto';
import { inPieces } from '@perkex/core/in-pieces.js';
import { RowSet } from '../database/row-set.js';
import { int4, statement, text, timestamptz, uuid } from '../database/statement.js';
import { contentId } from '../database/time-ordered-id.js';
import type { Transaction } from '../database/transaction.js';
import { rebuildDaysOf } from '../sales/rebuild-sale-days.js';

/** A sale that happened before this market or outside it. */
export interface PastSale {
  readonly productId: number;
  readonly size: string;
  readonly priceCents: number;
  readonly soldAt: Date;
  /** Identifies the sale: the same text means the same sale. */
  readonly content: string;
}

interface IdentifiedSale extends PastSale {
  readonly id: string;
}

const PAST_SALES = new RowSet<IdentifiedSale>({
  product_id: [int4, (sale) => sale.productId],
  id: [uuid, (sale) => sale.id],
  size: [text, (sale) => sale.size],
  price_cents: [int4, (sale) => sale.priceCents],
  sold_at: [timestamptz, (sale) => sale.soldAt.toISOString()],
});

const SAVE_PAST_SALES = statement({
  name: 'save-past-sales',
  text: `insert into past_sales (${PAST_SALES.names}) select * from ${PAST_SALES.as('sale')}
         on conflict (product_id, id) do nothing returning id`,
  row: { id: uuid },
});

const SALES_PER_STATEMENT = 5_000;

/**
 * Saves new sales and rebuilds the days of their products, since later sales may get another verdict.
 * @param onProgress called with the number of processed sales
 * @returns the number of new sales
 */
export async function savePastSales(
  transaction: Transaction,
  sales: readonly PastSale[],
  onProgress: (done: number) => void = () => {},
): Promise<number> {
  const added: IdentifiedSale[] = [];
  let done = 0;
  for (const some of inPieces(sales, SALES_PER_STATEMENT)) {
    const chunk = some.map(identified);
    const rows = await SAVE_PAST_SALES.rows(transaction, PAST_SALES.values(chunk));
    const newIds = new Set(rows.map(({ id }) => id));
    added.push(...chunk.filter(({ id }) => newIds.delete(id)));
    done += some.length;
    onProgress(done);
  }
  await rebuildDaysOf(transaction, [...new Set(added.map(({ productId }) => productId))]);
  return added.length;
}

function identified(sale: PastSale): IdentifiedSale {
  const digest = createHash('sha256').update(sale.content).digest();
  return { ...sale, id: contentId(sale.soldAt.getTime(), digest) };
}
