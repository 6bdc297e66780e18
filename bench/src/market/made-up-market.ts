import { fillMadeUp } from '@perkex/demo/fill-made-up.js';
import type { Database } from '@perkex/server/database/connect.js';
import { transactionOn } from '@perkex/server/database/transaction.js';
import { quieten, withoutTimeLimit } from './bench-market.js';

export interface MadeUpMarketSize {
  readonly products: number;
  /** The orders of each product that trades, spread over five of its sizes. */
  readonly ordersPerProduct: number;
}

/** The largest supported catalogue: 100,000 products, 99 % of which trade, and over 2,000,000 open orders. */
export const LARGE_CATALOGUE: MadeUpMarketSize = { products: 100_000, ordersPerProduct: 21 };

const SEED = 1;

/** Fills an empty database with generated products and open orders, in a state that passes an audit. */
export async function fillMadeUpMarket(
  database: Database,
  { products, ordersPerProduct }: MadeUpMarketSize,
): Promise<void> {
  await withoutTimeLimit(database, async (client) => {
    const filling = { count: products, seed: SEED, now: new Date(), firstTrader: 0, ordersPerProduct };
    await transactionOn(client, (tx) => fillMadeUp(tx, filling));
  });
  await quieten(database);
}
