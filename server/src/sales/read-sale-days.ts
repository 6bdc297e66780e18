import type { DayOfSales } from '@perkex/core/figures/day-of-sales.js';
import type { Day } from '@perkex/core/figures/days.js';
import type pg from 'pg';
import { float8, int4, statement, text } from '../database/statement.js';
import { DAY_COLUMNS, daysOf } from './roll-up-sales.js';
import { SALES_TO_ROLL_UP } from './trades-to-roll-up.js';

/** Reads days and feed in one snapshot: a trade is in one of them, so a client that knows of a trade reads it. */
const READ_SALE_DAYS = statement({
  name: 'read-sale-days',
  text: `with late as (
           select * from (${daysOf(SALES_TO_ROLL_UP)}) as unfolded (${DAY_COLUMNS}) where size = $2 and day >= $3
         )
         select stored.day::text, stored.sales + coalesce(late.sales, 0) as sales,
           case when late.open_id < stored.open_id then late.open_cents else stored.open_cents end as "openCents",
           greatest(stored.high_cents, late.high_cents) as "highCents",
           least(stored.low_cents, late.low_cents) as "lowCents",
           case when late.close_id > stored.close_id then late.close_cents else stored.close_cents end as "closeCents",
           (stored.sum_cents + coalesce(late.sum_cents, 0))::float8 as "sumCents",
           (stored.sum_of_squares + coalesce(late.sum_of_squares, 0))::float8 as "sumOfSquares"
         from sale_days as stored left join late on late.day = stored.day
         where stored.product_id = $1 and stored.size = $2 and stored.day >= $3
         union all
         select day::text, sales, open_cents, high_cents, low_cents, close_cents, sum_cents::float8,
           sum_of_squares::float8
         from late where not exists (
           select from sale_days where product_id = $1 and size = $2 and day = late.day
         )
         order by 1`,
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

/** A day before any sale. */
const FIRST_DAY = '0001-01-01';

/**
 * The days with sales of a product, of one size or with '' of all, oldest first; from a day on, or all days for null.
 */
export function readSaleDays(
  pool: pg.Pool,
  productId: number,
  size: string,
  from: Day | null,
): Promise<DayOfSales[]> {
  return READ_SALE_DAYS.rows(pool, [productId, size, from ?? FIRST_DAY]);
}
