import type { QueuePlaceRow } from '@perkex/contract/queue-places.js';
import { SIDES } from '@perkex/core/order-book/order.js';
import { MAX_COUNTED_AHEAD } from '@perkex/core/panels/queue-place.js';
import type pg from 'pg';
import { isOpenNow } from '../books/open-order.js';
import { rowsInShards } from '../database/in-shards.js';
import { RowSet } from '../database/row-set.js';
import { int4, oneOf, type RowOf, statement, text, uuid } from '../database/statement.js';

const FIND_OPEN_ORDERS = statement({
  name: 'find-open-orders',
  text: `select o.order_id as id, o.product_id as "productId", o.size, o.seq, o.side, o.price_cents as "priceCents"
         from orders as o
         where o.user_id = $1 and o.order_id = any($2::uuid[]) and o.product_id = any($3::int[])
           and ${isOpenNow('o')}`,
  row: { id: uuid, productId: int4, size: text, seq: int4, side: oneOf(SIDES), priceCents: int4 },
});

type OpenOrder = RowOf<typeof FIND_OPEN_ORDERS>;

const ORDERS = new RowSet<OpenOrder>({
  id: [uuid, ({ id }) => id],
  product_id: [int4, ({ productId }) => productId],
  size: [text, ({ size }) => size],
  seq: [int4, ({ seq }) => seq],
  asks: [int4, ({ side }) => (side === 'ask' ? MAX_COUNTED_AHEAD + 1 : 0)],
  bids: [int4, ({ side }) => (side === 'bid' ? MAX_COUNTED_AHEAD + 1 : 0)],
  price_cents: [int4, ({ priceCents }) => priceCents],
});

const COUNT_AHEAD = statement({
  name: 'count-orders-ahead',
  text: `select placed.id, placed.product_id as "productId", count(better.price_cents)::int as ahead,
           (count(better.price_cents) filter (where better.price_cents = placed.price_cents))::int as "aheadAtPrice"
         from ${rowsInShards(ORDERS, 'placed')}
         left join lateral (
           (select ask.price_cents from orders as ask
            where ask.product_id = placed.product_id and ask.product_id = any($2::int4[]) and ask.size = placed.size
              and ${isOpenNow('ask')} and ask.side = 'ask'
              and (ask.price_cents, ask.seq) < (placed.price_cents, placed.seq)
            order by ask.price_cents, ask.seq limit placed.asks)
           union all
           (select bid.price_cents from orders as bid
            where bid.product_id = placed.product_id and bid.product_id = any($2::int4[]) and bid.size = placed.size
              and ${isOpenNow('bid')} and bid.side = 'bid'
              and bid.price_cents >= placed.price_cents
              and (bid.price_cents > placed.price_cents or bid.seq < placed.seq)
            order by bid.price_cents desc, bid.seq limit placed.bids)
         ) as better on true
         group by placed.id, placed.product_id`,
  row: { id: uuid, productId: int4, ahead: int4, aheadAtPrice: int4 },
});

/**
 * The places of a user's open orders in their queues (`GET /queue`; orders-beyond, "Where am I?"). Orders that are not
 * open, or not the user's, are left out. An expired order is ahead of none, even before it is swept.
 * @param orders comma-separated, as PRODUCT/ID
 */
export async function readQueuePlaces(
  pool: pg.Pool,
  userId: string,
  orders: string,
): Promise<QueuePlaceRow[]> {
  const named = orders.split(',').map((order) => order.split('/'));
  const open = await FIND_OPEN_ORDERS.rows(pool, [
    userId,
    named.map(([, id]) => id),
    [...new Set(named.map(([product]) => Number(product)))],
  ]);
  if (open.length === 0) {
    return [];
  }
  const counted = await COUNT_AHEAD.rows(pool, ORDERS.values(open));
  return counted.map(({ id, productId, ahead, aheadAtPrice }) =>
    ahead > MAX_COUNTED_AHEAD
      ? { id, productId, ahead: null, rank: null }
      : { id, productId, ahead, rank: aheadAtPrice + 1 },
  );
}
