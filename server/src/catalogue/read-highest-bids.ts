import type { HighestBid } from '@perkex/contract/products.js';
import { centsToDollars } from '@perkex/core/money.js';
import type pg from 'pg';
import { int4, orNull, statement } from '../database/statement.js';

const READ_HIGHEST_BIDS = statement({
  name: 'read-highest-bids',
  text: `with bid as materialized (
           select product_id, max(highest_bid_cents) as cents from books
           where product_id = any($1::int[]) group by product_id
         )
         select id, bid.cents as "bidCents"
         from products as product left join bid on bid.product_id = product.id
         where id = any($1::int[]) order by array_position($1::int[], id)`,
  row: { id: int4, bidCents: orNull(int4) },
});

/** The highest bid of each of some products over all sizes, in the same order. */
export async function readHighestBids(pool: pg.Pool, ids: readonly number[]): Promise<HighestBid[]> {
  const rows = await READ_HIGHEST_BIDS.rows(pool, [ids]);
  return rows.map(({ id, bidCents }) => ({ id, highestBid: centsToDollars(bidCents ?? 0) }));
}
