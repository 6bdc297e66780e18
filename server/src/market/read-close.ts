import { MARKET_DAY_LIST_LENGTH, type MarketDay } from '@perkex/contract/market-day.js';
import { closeSentences } from '@perkex/core/close/close-text.js';
import { addDays, type Day } from '@perkex/core/figures/days.js';
import {
  DAYS_COMPARED_WITH,
  moveInPeriod,
  periodOfSales,
  SALES_OF_A_MOVER,
} from '@perkex/core/figures/movers.js';
import { groupBy } from '@perkex/core/group-by.js';
import type { IndexPoint } from '@perkex/core/index/px50.js';
import { priceChangePercent } from '@perkex/core/market/figures.js';
import { centsToDollars } from '@perkex/core/money.js';
import type pg from 'pg';
import { ALL_SIZES } from '../books/all-sizes.js';
import { float8, int4, orNull, type RowOf, statement, text } from '../database/statement.js';
import { rounded } from './read-index.js';

/** The products whose moves and records are computed: those with the most sales of the day. */
const MAX_PRODUCTS = 500;
/** With fewer earlier sales, a new high or low is no news. */
const MIN_SALES_BEFORE = 20;
/** With fewer earlier values, a record of the index is no news. */
const MIN_POINTS_BEFORE = 30;

/** A product that is no longer traded is in no list, so it is in no close. */
const SALES_OF_DAY = `from sale_days as sold join products as product on product.id = sold.product_id
  where sold.size = '${ALL_SIZES}' and sold.day = $1 and product.hidden_at is null`;

const READ_FIRST_DAY = statement({
  name: 'read-first-sale-day',
  text: `select min(day)::text as day from sale_days where size = '${ALL_SIZES}'`,
  row: { day: orNull(text) },
});

const READ_DAYS = statement({
  name: 'read-days-with-sales',
  text: `select distinct day::text as day from sale_days where size = '${ALL_SIZES}' and day < $1 order by day`,
  row: { day: text },
});

const READ_TOTALS = statement({
  name: 'read-totals-of-day',
  text: `select count(*)::int as products, coalesce(sum(sold.sales), 0)::int as sales,
           coalesce(sum(sold.sum_cents), 0)::float8 as "sumCents" ${SALES_OF_DAY}`,
  row: { products: int4, sales: int4, sumCents: float8 },
});

const SOLD = `select product.id, product.name, product.thumbnail, sold.sales, sold.high_cents as "highCents",
  sold.low_cents as "lowCents" ${SALES_OF_DAY}`;
const SOLD_ROW = { id: int4, name: text, thumbnail: text, sales: int4, highCents: int4, lowCents: int4 };

const READ_SOLD = statement({
  name: 'read-sold-products-of-day',
  text: `${SOLD} order by sold.sales desc, product.id limit ${MAX_PRODUCTS}`,
  row: SOLD_ROW,
});

const READ_DEAREST = statement({
  name: 'read-highest-price-of-day',
  text: `${SOLD} order by sold.high_cents desc, product.id limit 1`,
  row: SOLD_ROW,
});

const READ_SIZES = statement({
  name: 'read-sizes-of-day',
  text: `select product_id as "productId", sum(sales) filter (where day = $2)::int as sales,
           sum(sum_cents) filter (where day = $2)::float8 as "sumCents",
           coalesce(sum(sales) filter (where day < $2), 0)::int as "salesBefore",
           coalesce(sum(sum_cents) filter (where day < $2), 0)::float8 as "sumCentsBefore"
         from sale_days
         where product_id = any($1::int[]) and size <> '${ALL_SIZES}' and day between $3 and $2
         group by product_id, size having bool_or(day = $2)`,
  row: { productId: int4, sales: int4, sumCents: float8, salesBefore: int4, sumCentsBefore: float8 },
});

const READ_BEFORE = statement({
  name: 'read-highs-and-lows-before-day',
  text: `select product_id as "productId", max(high_cents) as "highCents", min(low_cents) as "lowCents"
         from sale_days where product_id = any($1::int[]) and size = '${ALL_SIZES}' and day < $2
         group by product_id having sum(sales) >= ${MIN_SALES_BEFORE}`,
  row: { productId: int4, highCents: int4, lowCents: int4 },
});

/** The first day with a sale; null before that. */
async function readFirstSaleDay(pool: pg.Pool): Promise<Day | null> {
  return (await READ_FIRST_DAY.row(pool, []))?.day ?? null;
}

/** The days before `today` on which something was sold, oldest first. */
export async function readDaysWithSales(pool: pg.Pool, today: Day): Promise<Day[]> {
  return (await READ_DAYS.rows(pool, [today])).map(({ day }) => day);
}

/**
 * The close of a day (docs/market-figures.md, "The close"). Null for a day that is not over, or before the first sale.
 * @param points all points of the PX50
 */
export async function readClose(
  pool: pg.Pool,
  points: readonly IndexPoint[],
  day: Day,
  today: Day,
): Promise<MarketDay | null> {
  const firstDay = await readFirstSaleDay(pool);
  if (firstDay === null || day < firstDay || day >= today) {
    return null;
  }
  const totals = (await READ_TOTALS.row(pool, [day])) ?? { products: 0, sales: 0, sumCents: 0 };
  const sold = totals.sales === 0 ? [] : await READ_SOLD.rows(pool, [day]);
  const dearest = totals.sales === 0 ? undefined : await READ_DEAREST.row(pool, [day]);
  const moved = await readMoves(pool, sold, day);
  const figures = {
    day,
    sales: totals.sales,
    products: totals.products,
    turnover: Math.round(centsToDollars(totals.sumCents)),
    index: indexOn(points, day),
    dearest: dearest ? { ...shown(dearest), price: centsToDollars(dearest.highCents) } : null,
    mostSold: firstOf(sold).map((product) => ({ ...shown(product), sales: product.sales })),
    rises: firstOf(moved.filter(({ change }) => change > 0).sort((a, b) => b.change - a.change)),
    falls: firstOf(moved.filter(({ change }) => change < 0).sort((a, b) => a.change - b.change)),
    ...(await readRecords(pool, sold, day)),
  };
  return {
    ...figures,
    previous: day > firstDay ? addDays(day, -1) : null,
    next: addDays(day, 1) < today ? addDays(day, 1) : null,
    sentences: closeSentences(figures),
  };
}

type Sold = RowOf<typeof READ_SOLD>;

function shown({ id, name, thumbnail }: Sold) {
  return { id, name, thumbnail };
}

function firstOf<Value>(values: readonly Value[]): Value[] {
  return values.slice(0, MARKET_DAY_LIST_LENGTH);
}

/** The value of the index at the end of a day with sales of its products. */
function indexOn(points: readonly IndexPoint[], day: Day): MarketDay['index'] {
  const place = points.findIndex((point) => point.day === day);
  const point = points[place];
  if (!point) {
    return null;
  }
  const before = points.slice(0, place).map(({ value }) => value);
  const isNews = before.length >= MIN_POINTS_BEFORE;
  const isHighest = isNews && before.every((value) => value < point.value);
  const isLowest = isNews && before.every((value) => value > point.value);
  return {
    value: rounded(point.value),
    change: priceChangePercent(point.value, before.at(-1)),
    record: isHighest ? 'highest' : isLowest ? 'lowest' : null,
  };
}

/** The products with a change, of the day against the 30 days before it, size by size. */
async function readMoves(pool: pg.Pool, sold: readonly Sold[], day: Day) {
  const movers = sold.filter(({ sales }) => sales >= SALES_OF_A_MOVER);
  if (movers.length === 0) {
    return [];
  }
  const from = addDays(day, -DAYS_COMPARED_WITH);
  const sizes = await READ_SIZES.rows(pool, [movers.map(({ id }) => id), day, from]);
  const sizesOf = groupBy(sizes, ({ productId }) => productId);
  return movers.flatMap((product) => {
    const change = moveInPeriod(periodOfSales(sizesOf.get(product.id) ?? []));
    return change === null ? [] : [{ ...shown(product), sales: product.sales, change }];
  });
}

/** The new highs and lows, the furthest from the old ones first. */
async function readRecords(
  pool: pg.Pool,
  sold: readonly Sold[],
  day: Day,
): Promise<Pick<MarketDay, 'highs' | 'lows'>> {
  const rows = sold.length === 0 ? [] : await READ_BEFORE.rows(pool, [sold.map(({ id }) => id), day]);
  const before = new Map(rows.map((row) => [row.productId, row]));
  const records = sold.flatMap((product) => {
    const old = before.get(product.id);
    return old ? [{ product, old }] : [];
  });
  const recordOf =
    (price: 'highCents' | 'lowCents') =>
    ({ product, old }: (typeof records)[number]) => ({
      ...shown(product),
      price: centsToDollars(product[price]),
      before: centsToDollars(old[price]),
    });
  const highs = records
    .filter(({ product, old }) => product.highCents > old.highCents)
    .sort((a, b) => b.product.highCents / b.old.highCents - a.product.highCents / a.old.highCents);
  const lows = records
    .filter(({ product, old }) => product.lowCents < old.lowCents)
    .sort((a, b) => a.product.lowCents / a.old.lowCents - b.product.lowCents / b.old.lowCents);
  return {
    highs: firstOf(highs).map(recordOf('highCents')),
    lows: firstOf(lows).map(recordOf('lowCents')),
  };
}
