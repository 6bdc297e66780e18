import type { DayOfSales } from '@perkex/core/figures/day-of-sales.js';
import type { Day } from '@perkex/core/figures/days.js';
import type pg from 'pg';
import { float8, int4, statement, text } from '../database/statement.js';

const READ_SALE_DAYS = statement({
  name: 'read-sale-days',
  text: `select day::text, sales, open_cents as "openCents", high_cents as "highCents", low_cents as "lowCents",
           close_cents as "closeCents", sum_cents::float8 as "sumCents", sum_of_squares::float8 as "sumOfSquares"
         from sale_days where product_id = $1 and size = $2 and day >= $3 order by day`,
  row: {
    day: text,
    sales: int4,
    openCents: int4,
    highCents: int4,
    lowCents: int4,
    closeCents: int4,
    sumCents: float8,
    sumOfSquares: float8,
  },
});

/** Before any sale. */
const FIRST_DAY = '0001-01-01';

/** The days on which a product sold, in one size or with '' in all, oldest first; from a day on, or with null all. */
export function readSaleDays(
  pool: pg.Pool,
  productId: number,
  size: string,
  from: Day | null,
): Promise<DayOfSales[]> {
  return READ_SALE_DAYS.rows(pool, [productId, size, from ?? FIRST_DAY]);
}
