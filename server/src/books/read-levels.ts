import type { Level, ProductBook } from '@perkex/contract/figures.js';
import { centsToDollars } from '@perkex/core/money.js';
import { SIDES, type Side } from '@perkex/core/order-book/order.js';
import type pg from 'pg';
import { int4, oneOf, statement } from '../database/statement.js';
import { ALL_SIZES } from './all-sizes.js';
import type { Listing } from './find-listing.js';

function readLevels(name: string, condition: string) {
  return statement({
    name,
    text: `(select side, price_cents as "priceCents", count(*)::int as quantity from orders
            where product_id = $1 and ${condition} and status = 'open' and side = 'ask' group by 1, 2 order by 2)
           union all
           (select side, price_cents, count(*)::int from orders
            where product_id = $1 and ${condition} and status = 'open' and side = 'bid' group by 1, 2 order by 2 desc)`,
    row: { side: oneOf(SIDES), priceCents: int4, quantity: int4 },
  });
}

const READ_SIZE = readLevels('read-levels-of-size', 'size = $2');
const READ_ALL_SIZES = readLevels('read-levels-of-product', `$2 = '${ALL_SIZES}'`);

/** The levels of a size's book, or of all sizes of a product together (`GET /{id}/book`). */
export async function readBook(pool: pg.Pool, { productId, size }: Listing): Promise<ProductBook> {
  const read = size === ALL_SIZES ? READ_ALL_SIZES : READ_SIZE;
  const levels = await read.rows(pool, [productId, size]);
  const levelsOf = (wanted: Side): Level[] =>
    levels
      .filter(({ side }) => side === wanted)
      .map(({ priceCents, quantity }) => ({ price: centsToDollars(priceCents), quantity }));
  return { asks: levelsOf('ask'), bids: levelsOf('bid') };
}
