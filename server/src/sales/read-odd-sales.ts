import { type HistoryRange, SHOWN_ODD_SALES } from '@perkex/contract/figures.js';
import type { LastSale } from '@perkex/contract/products.js';
import { dayAt, startOfDayMs } from '@perkex/core/figures/days.js';
import { firstDayOf } from '@perkex/core/figures/history.js';
import { centsToDollars } from '@perkex/core/money.js';
import type pg from 'pg';
import { ALL_SIZES } from '../books/all-sizes.js';
import type { Listing } from '../books/find-listing.js';
import { int4, statement, text, timestamptz, uuid } from '../database/statement.js';
import { leastIdAt } from '../database/time-ordered-id.js';

const READ_ODD_SALES = statement({
  name: 'read-odd-sales',
  text: `select odd.id, odd.size, sale.price_cents as "priceCents", sale.at
         from (
           select id, size from odd_sales
           where product_id = $1 and ($2 = '${ALL_SIZES}' or size = $2) and id >= $3 order by id desc limit $4
         ) as odd
         cross join lateral (
           select price_cents, traded_at as at from trades where product_id = $1 and id = odd.id
           union all
           select price_cents, sold_at from past_sales where product_id = $1 and id = odd.id
         ) as sale
         order by 1 desc`,
  row: { id: uuid, size: text, priceCents: int4, at: timestamptz },
});

/** The newest sales of a range that count for no figure (`GET /{id}/odd-sales`). */
export async function readOddSales(
  pool: pg.Pool,
  { productId, size }: Listing,
  range: HistoryRange,
  nowMs: number,
): Promise<LastSale[]> {
  const firstDay = firstDayOf(range, dayAt(nowMs));
  const since = leastIdAt(firstDay === null ? 0 : startOfDayMs(firstDay));
  const rows = await READ_ODD_SALES.rows(pool, [productId, size, since, SHOWN_ODD_SALES]);
  return rows.map(({ id, size, priceCents, at }) => ({
    id,
    size,
    price: centsToDollars(priceCents),
    date: at.toISOString(),
  }));
}
