import { centsToDollars } from '@perkex/core/money.js';
import type pg from 'pg';
import { int4, orNull, statement } from '../database/statement.js';
import type { Refusal } from '../http/problems.js';

const READ_PRICES = statement({
  name: 'read-prices',
  text: `with product as materialized (select id from products where name = $1),
           book as materialized (select books.* from product join books on books.product_id = product.id)
         select count(book.size) filter (where $2::text is null or book.size = $2)::int as books,
           min(book.lowest_ask_cents) filter (where $2::text is null or book.size = $2) as ask,
           max(book.highest_bid_cents) filter (where $2::text is null or book.size = $2) as bid
         from product left join book on book.product_id = product.id group by product.id`,
  row: { books: int4, ask: orNull(int4), bid: orNull(int4) },
});

/**
 * The lowest ask and highest bid of a product, or of one of its sizes, in whole dollars, 0 for none (section 7, "price
 * lookup by item name").
 */
export async function readPrices(
  pool: pg.Pool,
  name: string,
  size: string | undefined,
): Promise<[number, number] | Refusal<'unknown-product' | 'unknown-size'>> {
  const found = await READ_PRICES.row(pool, [name, size ?? null]);
  if (!found) {
    return { refused: 'unknown-product' };
  }
  if (size !== undefined && found.books === 0) {
    return { refused: 'unknown-size' };
  }
  return [centsToDollars(found.ask ?? 0), centsToDollars(found.bid ?? 0)];
}
