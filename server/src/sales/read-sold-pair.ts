import type { SoldPair } from '@perkex/contract/sold-pairs.js';
import { centsToDollars } from '@perkex/core/money.js';
import type pg from 'pg';
import { LARGEST_ID } from '../books/find-listing.js';
import { int4, orNull, statement, text, timestamptz } from '../database/statement.js';
import { IS_SALE } from './sale-conditions.js';

const READ_SOLD_PAIR = statement({
  name: 'read-sold-pair',
  text: `select product.name, product.thumbnail, nullif(product.brand, '') as brand,
           product.style_code as "styleCode", product.colourway, trade.size, trade.price_cents as "priceCents",
           trade.traded_at as "tradedAt"
         from trades as trade join products as product on product.id = trade.product_id
         where trade.product_id = $1 and trade.id = $2 and ${IS_SALE}`,
  row: {
    name: text,
    thumbnail: text,
    brand: orNull(text),
    styleCode: orNull(text),
    colourway: orNull(text),
    size: text,
    priceCents: int4,
    tradedAt: timestamptz,
  },
});

/**
 * A sale with the content of the label of its box (`GET /{id}/sales/{sale}`). All of it is also in the list of all
 * sales; it names neither party. Null for an unknown or void sale.
 */
export async function readSoldPair(
  pool: pg.Pool,
  productId: number,
  saleId: string,
): Promise<SoldPair | null> {
  const row = productId > LARGEST_ID ? undefined : await READ_SOLD_PAIR.row(pool, [productId, saleId]);
  if (!row) {
    return null;
  }
  const { priceCents, tradedAt, ...pair } = row;
  return { productId, ...pair, price: centsToDollars(priceCents), date: tradedAt.toISOString() };
}
