import type { FoundPair } from '@perkex/contract/order-pairs.js';
import { centsToDollars } from '@perkex/core/money.js';
import type pg from 'pg';
import { tradesAt } from '../catalogue/find-product.js';
import type { Clock } from '../clock/clock.js';
import { RowSet } from '../database/row-set.js';
import { bool, int4, orNull, statement, text } from '../database/statement.js';

interface WantedPair {
  readonly place: number;
  readonly product: string;
  readonly size: string;
}

const PAIRS = new RowSet<WantedPair>({
  place: [int4, ({ place }) => place],
  style_code: [text, ({ product }) => product.trim().toUpperCase()],
  id: [int4, ({ product }) => idOf(product)],
  size: [text, ({ size }) => size],
});

const FIND_PAIRS = statement({
  name: 'find-pairs',
  text: `with wanted as materialized (select * from ${PAIRS.as('wanted')}), matched as materialized (
           select wanted.place, product.id from wanted join products as product
             on upper(product.style_code) = wanted.style_code
           where product.merged_into is null and (product.hidden_at is null or not exists (
             select from products as shown where upper(shown.style_code) = wanted.style_code and shown.hidden_at is null
           ))
           union select wanted.place, product.id from wanted join products as product on product.id = wanted.id
         ), book as materialized (
           select matched.place, held.product_id, held.size, held.highest_bid_cents, held.lowest_ask_cents
           from matched join wanted on wanted.place = matched.place
           join books as held on held.product_id = matched.id and held.size = wanted.size
         )
         select matched.place, product.id, product.name, product.brand, product.thumbnail,
           product.hidden_at is not null as "isHidden", product.trades_from::text as "tradesFrom",
           book.size is not null as "hasSize", book.highest_bid_cents as "highestBidCents",
           book.lowest_ask_cents as "lowestAskCents"
         from matched join products as product on product.id = matched.id
         left join book on book.place = matched.place and book.product_id = product.id`,
  row: {
    place: int4,
    id: int4,
    name: text,
    brand: text,
    thumbnail: text,
    isHidden: bool,
    tradesFrom: orNull(text),
    hasSize: bool,
    highestBidCents: orNull(int4),
    lowestAskCents: orNull(int4),
  },
});

const ID = /^#?([1-9]\d{0,8})$/;

/** The number of a product, if the text may be one; a style code can consist of digits, too. */
function idOf(product: string): number | null {
  const digits = ID.exec(product.trim())?.[1];
  return digits === undefined ? null : Number(digits);
}

/**
 * Finds the products of pairs, by style code or number, and the best prices of their books (orders-beyond, "Many
 * pairs").
 * @returns one result per pair, in order: null if no product matches, `several` if more than one does
 */
export async function findPairs(
  pool: pg.Pool,
  clock: Clock,
  pairs: readonly Omit<WantedPair, 'place'>[],
): Promise<(FoundPair | 'several' | null)[]> {
  const found: (FoundPair | 'several' | null)[] = pairs.map(() => null);
  const wanted = pairs.map((pair, place) => ({ ...pair, place }));
  for (const row of await FIND_PAIRS.rows(pool, PAIRS.values(wanted))) {
    const { place, isHidden, tradesFrom, highestBidCents, lowestAskCents, ...product } = row;
    found[place] =
      found[place] === null
        ? {
            ...product,
            trades: !isHidden && tradesAt(tradesFrom, clock.wallMs()),
            highestBid: centsToDollars(highestBidCents ?? 0),
            lowestAsk: centsToDollars(lowestAskCents ?? 0),
          }
        : 'several';
  }
  return found;
}
