import type { ProductSales } from '@perkex/contract/figures.js';
import type { LastSale } from '@perkex/contract/products.js';
import { centsToDollars } from '@perkex/core/money.js';
import type pg from 'pg';
import { ALL_SIZES } from '../books/all-sizes.js';
import type { Listing } from '../books/find-listing.js';
import { pageOf } from '../database/page-of.js';
import { int4, type RowOf, statement, text, timestamptz, uuid } from '../database/statement.js';
import { AFTER_ALL_IDS } from '../database/time-ordered-id.js';
import { newestSales } from './sale-conditions.js';

/** The sales of a product, here and before this market, below an id and newest first. */
function readSalesBefore(name: string, condition: string) {
  return statement({
    name,
    text: newestSales(`${condition} and id < $3`, '$4'),
    row: { id: uuid, size: text, priceCents: int4, soldAt: timestamptz },
  });
}

const READ_SIZE = readSalesBefore('read-sales-of-size', 'size = $2');
const READ_ALL_SIZES = readSalesBefore('read-sales-of-product', `$2 = '${ALL_SIZES}'`);

export type SaleRow = RowOf<typeof READ_SIZE>;

/** The newest sales of a product or one of its sizes below `before`, newest first. */
export function readNewestSales(
  pool: pg.Pool,
  { productId, size }: Listing,
  count: number,
  before = AFTER_ALL_IDS,
): Promise<SaleRow[]> {
  const read = size === ALL_SIZES ? READ_ALL_SIZES : READ_SIZE;
  return read.rows(pool, [productId, size, before, count]);
}

/** A page of the sales of a product or one of its sizes (`GET /{id}/sales`). */
export async function readSalesPage(
  pool: pg.Pool,
  listing: Listing,
  limit: number,
  before?: string,
): Promise<ProductSales> {
  const rows = await readNewestSales(pool, listing, limit + 1, before);
  const { shown, next } = pageOf(rows, limit, ({ id }) => id);
  return { sales: shown.map(shownSale), next };
}

function shownSale({ id, size, priceCents, soldAt }: SaleRow): LastSale {
  return { id, size, price: centsToDollars(priceCents), date: soldAt.toISOString() };
}
