import type pg from 'pg';
import { int4, statement } from '../database/statement.js';
import { countedSaleBefore } from './sale-conditions.js';

export interface SaleOfSize {
  readonly productId: number;
  readonly size: string;
  readonly id: string;
}

const READ_PRICE_BEFORE = statement({
  name: 'read-price-before',
  text: `select price_cents as "priceCents"
         from (${countedSaleBefore({ productId: '$1', size: '$2', id: '$3' })}) as before`,
  row: { priceCents: int4 },
});

/** The price, in cents, of the last sale before one in its size that counts for figures; null for none. */
export async function readPriceBefore(
  pool: pg.Pool,
  { productId, size, id }: SaleOfSize,
): Promise<number | null> {
  const before = await READ_PRICE_BEFORE.row(pool, [productId, size, id]);
  return before?.priceCents ?? null;
}
