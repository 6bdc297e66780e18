import type { Pair } from '@perkex/core/collection/pairs.js';
import { type Valuation, valuationOf } from '@perkex/core/collection/valuation.js';
import { type DayClose, listingKey } from '@perkex/core/collection/valuation-over-time.js';
import type { Day } from '@perkex/core/figures/days.js';
import type { BucketUnit } from '@perkex/core/figures/history.js';
import { groupBy } from '@perkex/core/group-by.js';
import type pg from 'pg';
import { rowsInShards } from '../database/in-shards.js';
import { RowSet } from '../database/row-set.js';
import { int4, orNull, type RowOf, statement, text } from '../database/statement.js';
import { IS_SALE, isUsual } from '../sales/sale-conditions.js';

type Listed = Pick<Pair, 'productId' | 'size'>;

export const LISTINGS = new RowSet<Listed>({
  product_id: [int4, ({ productId }) => productId],
  size: [text, ({ size }) => size],
});

/** The last sale that counts is the newer one from the two tables. Ids sort by time. */
const READ_LISTINGS = statement({
  name: 'read-listings-of-collection',
  text: `select product.id as "productId", listed.size, product.name,
           nullif(product.brand, '') as brand, product.thumbnail,
           newest.price_cents as "lastCents", (newest.at at time zone 'UTC')::date::text as "lastDay",
           (
             select highest_bid_cents from books where product_id = listed.product_id and size = listed.size
           ) as "bidCents"
         from ${rowsInShards(LISTINGS, 'listed')}
         join products as product on product.id = listed.product_id
         left join lateral (
           (select id, price_cents, traded_at as at from trades
            where product_id = listed.product_id and size = listed.size and ${IS_SALE} and ${isUsual('trades')}
            order by id desc limit 1)
           union all
           (select id, price_cents, sold_at from past_sales
            where product_id = listed.product_id and size = listed.size and ${isUsual('past_sales')}
            order by id desc limit 1)
           order by id desc limit 1
         ) as newest on true`,
  row: {
    productId: int4,
    size: text,
    name: text,
    brand: orNull(text),
    thumbnail: text,
    lastCents: orNull(int4),
    lastDay: orNull(text),
    bidCents: orNull(int4),
  },
});

const READ_CLOSES = statement({
  name: 'read-closes-of-collection',
  text: `select distinct on (sold.product_id, sold.size, date_trunc($${LISTINGS.size + 2}, sold.day::timestamp))
           sold.product_id as "productId", sold.size, sold.day::text, sold.close_cents as "closeCents"
         from ${LISTINGS.as('listed')}
         join sale_days as sold on sold.product_id = listed.product_id and sold.size = listed.size
         where sold.day > $${LISTINGS.size + 1}::date
         order by sold.product_id, sold.size, date_trunc($${LISTINGS.size + 2}, sold.day::timestamp), sold.day desc`,
  row: { productId: int4, size: text, day: text, closeCents: int4 },
});

const READ_FIRST_DAY_SOLD = statement({
  name: 'read-first-day-sold-of-collection',
  text: `select min(first.day)::text as day
         from ${rowsInShards(LISTINGS, 'listed')}
         cross join lateral (
           select day from sale_days
           where product_id = listed.product_id and size = listed.size order by day limit 1
         ) as first`,
  row: { day: orNull(text) },
});

/** A product in a size: its shown facts and its valuation. */
export interface CollectedListing extends Pick<RowOf<typeof READ_LISTINGS>, 'name' | 'brand' | 'thumbnail'> {
  readonly worth: Valuation | null;
}

/** Reads the listings of these pairs by `listingKey`. */
export async function readListings(
  pool: pg.Pool,
  pairs: readonly Pair[],
  today: Day,
): Promise<Map<string, CollectedListing>> {
  const rows = await READ_LISTINGS.rows(pool, LISTINGS.values(listingsOf(pairs)));
  return new Map(
    rows.map(({ name, brand, thumbnail, lastCents, lastDay, bidCents, ...listed }) => {
      const lastSale =
        lastCents === null || lastDay === null ? null : { priceCents: lastCents, day: lastDay };
      const worth = valuationOf({ lastSale, highestBidCents: bidCents }, today);
      return [listingKey(listed), { name, brand, thumbnail, worth }];
    }),
  );
}

/**
 * Reads the closing price of each day, week or month after a day, by `listingKey`, oldest first. A period closes at the
 * price of its last day with sales.
 */
export async function readCloses(
  pool: pg.Pool,
  pairs: readonly Pair[],
  { after, unit }: { readonly after: Day; readonly unit: BucketUnit },
): Promise<Map<string, DayClose[]>> {
  const rows = await READ_CLOSES.rows(pool, [...LISTINGS.values(listingsOf(pairs)), after, unit]);
  return groupBy(rows, listingKey);
}

/** The first day on which one of these pairs' products was sold in its size, or null. */
export async function readFirstDaySold(pool: pg.Pool, pairs: readonly Pair[]): Promise<Day | null> {
  return (await READ_FIRST_DAY_SOLD.row(pool, LISTINGS.values(listingsOf(pairs))))?.day ?? null;
}

/** Removes duplicates. */
function listingsOf(pairs: readonly Pair[]): Listed[] {
  return [...new Map(pairs.map((pair) => [listingKey(pair), pair])).values()];
}
