import type pg from 'pg';
import { int4, statement, uuid } from '../database/statement.js';
import { IS_SALE, isUsual } from './sale-conditions.js';

export interface SaleOfSize {
  readonly productId: number;
  readonly size: string;
  readonly id: string;
}

const READ_PRICE_BEFORE = statement({
  name: 'read-price-before',
  text: `(select id, price_cents as "priceCents" from trades
          where product_id = $1 and size = $2 and id < $3 and ${IS_SALE} and ${isUsual('trades')}
          order by id desc limit 1)
         union all
         (select id, price_cents from past_sales
          where product_id = $1 and size = $2 and id < $3 and ${isUsual('past_sales')}
          order by id desc limit 1)
         order by 1 desc limit 1`,
  row: { id: uuid, priceCents: int4 },
});

/** The price, in cents, of the last sale before one in its size that counts for figures; null for none. */
export async function readPriceBefore(
  pool: pg.Pool,
  { productId, size, id }: SaleOfSize,
): Promise<number | null> {
  const before = await READ_PRICE_BEFORE.row(pool, [productId, size, id]);
  return before?.priceCents ?? null;
}
