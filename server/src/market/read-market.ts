import {
  MARKET_LIST_LENGTH,
  type Market,
  type MarketPeriod,
  type MarketRow,
  SALES_OF_A_MOVER,
} from '@perkex/contract/market.js';
import { addDays, DAY_MS, type Day, dayAt } from '@perkex/core/figures/days.js';
import { type MovedProduct, marketLists, type ProductInPeriod } from '@perkex/core/figures/movers.js';
import { PREMIUM_DAYS, premiumPercent, spreadPercent } from '@perkex/core/figures/product-figures.js';
import { groupBy } from '@perkex/core/group-by.js';
import { centsToDollars, centsToNearestDollar } from '@perkex/core/money.js';
import type pg from 'pg';
import { float8, int4, orNull, type RowOf, statement, text } from '../database/statement.js';
import { leastIdAt } from '../database/time-ordered-id.js';
import { ALL_SIZES } from '../sales/fold-sales.js';

const SPARKLINE_DAYS = 30;

/** What every list shows of a product, and those of the last 30 days; the newest price is that of its newest day. */
const READ_PRODUCTS = statement({
  name: 'read-products-of-market',
  text: `select product.id, product.name, product.thumbnail, product.retail_price_cents as "retailCents",
           (select close_cents from sale_days where product_id = product.id and size = '${ALL_SIZES}'
            order by day desc limit 1) as "lastCents", coalesce(lately.sales, 0)::int as "salesLately",
           coalesce(lately.sum_cents, 0)::float8 as "sumCentsLately"
         from products as product
         cross join lateral (
           select sum(sales) as sales, sum(sum_cents) as sum_cents from sale_days
           where product_id = product.id and size = '${ALL_SIZES}' and day >= $1
         ) as lately`,
  row: {
    id: int4,
    name: text,
    thumbnail: text,
    retailCents: orNull(int4),
    lastCents: orNull(int4),
    salesLately: int4,
    sumCentsLately: float8,
  },
});

const READ_SPREADS = statement({
  name: 'read-spreads-of-market',
  text: `select distinct on (product_id) product_id as "productId", lowest_ask_cents as "lowestAskCents",
           highest_bid_cents as "highestBidCents"
         from books where lowest_ask_cents is not null and highest_bid_cents is not null
         order by product_id, (lowest_ask_cents - highest_bid_cents)::float8 / lowest_ask_cents`,
  row: { productId: int4, lowestAskCents: orNull(int4), highestBidCents: orNull(int4) },
});

const TURNOVER_COLUMNS = {
  productId: int4,
  sales: int4,
  sumCents: float8,
  salesBefore: int4,
  sumCentsBefore: float8,
};

const READ_TURNOVER_OF_DAYS = statement({
  name: 'read-turnover-of-days',
  text: `select product_id as "productId", coalesce(sum(sales) filter (where day >= $2), 0)::int as sales,
           coalesce(sum(sum_cents) filter (where day >= $2), 0)::float8 as "sumCents",
           coalesce(sum(sales) filter (where day < $2), 0)::int as "salesBefore",
           coalesce(sum(sum_cents) filter (where day < $2), 0)::float8 as "sumCentsBefore"
         from sale_days where size = '${ALL_SIZES}' and day >= $1 group by product_id`,
  row: TURNOVER_COLUMNS,
});

/** Days do not tell the hour, so these are counted from the sales of two days; only they are looked at. */
const READ_TURNOVER_OF_HOURS = statement({
  name: 'read-turnover-of-hours',
  text: `select product.id as "productId", (count(*) filter (where sale.id >= $2))::int as sales,
           coalesce(sum(sale.price_cents) filter (where sale.id >= $2), 0)::float8 as "sumCents",
           (count(*) filter (where sale.id < $2))::int as "salesBefore",
           coalesce(sum(sale.price_cents) filter (where sale.id < $2), 0)::float8 as "sumCentsBefore"
         from products as product
         cross join lateral (
           select id, price_cents from trades where product_id = product.id and id >= $1
           union all
           select id, price_cents from past_sales where product_id = product.id and id >= $1
         ) as sale
         group by product.id`,
  row: TURNOVER_COLUMNS,
});

const READ_SPARKLINES = statement({
  name: 'read-sparklines',
  text: `select product_id as "productId", day::text, sum_cents::float8 as "sumCents", sales
         from sale_days where product_id = any($1::int[]) and size = '${ALL_SIZES}' and day >= $2 order by day`,
  row: { productId: int4, day: text, sumCents: float8, sales: int4 },
});

type ProductOfMarket = RowOf<typeof READ_PRODUCTS> & ProductInPeriod;
type Turnover = RowOf<typeof READ_TURNOVER_OF_DAYS>;

const NO_TURNOVER = { sales: 0, sumCents: 0, salesBefore: 0, sumCentsBefore: 0 };
const DAYS_OF_PERIOD = { '7d': 7, '30d': 30 } as const;

/** The lists of the market (`GET /market`). Looks at every product, and of the sales at their days. */
export async function readMarket(pool: pg.Pool, period: MarketPeriod, nowMs: number): Promise<Market> {
  const today = dayAt(nowMs);
  const [products, spreads, turnovers] = await Promise.all([
    READ_PRODUCTS.rows(pool, [addDays(today, 1 - PREMIUM_DAYS)]),
    READ_SPREADS.rows(pool),
    readTurnovers(pool, period, nowMs),
  ]);
  const turnoverOf = new Map(turnovers.map((turnover) => [turnover.productId, turnover]));
  const spreadOf = new Map(spreads.map((book) => [book.productId, spreadPercent(book)]));
  const lists = marketLists<ProductOfMarket>(
    products.map((product) => ({
      ...product,
      ...(turnoverOf.get(product.id) ?? NO_TURNOVER),
      productId: product.id,
      premiumPercent: premiumOf(product),
      spreadPercent: spreadOf.get(product.id) ?? null,
    })),
    { length: MARKET_LIST_LENGTH, fewestSales: SALES_OF_A_MOVER },
  );
  const shownIds = new Set(Object.values(lists).flatMap((list) => list.map(({ id }) => id)));
  const sparklineOf = await readSparklines(pool, [...shownIds], today);
  const shown = (list: readonly MovedProduct<ProductOfMarket>[]) =>
    list.map((product) => marketRow(product, sparklineOf(product.id)));
  return {
    mostSold: shown(lists.mostSold),
    largestRise: shown(lists.largestRise),
    largestFall: shown(lists.largestFall),
    largestPremium: shown(lists.largestPremium),
    narrowestSpread: shown(lists.narrowestSpread),
  };
}

function readTurnovers(pool: pg.Pool, period: MarketPeriod, nowMs: number): Promise<Turnover[]> {
  if (period === '24h') {
    return READ_TURNOVER_OF_HOURS.rows(pool, [leastIdAt(nowMs - 2 * DAY_MS), leastIdAt(nowMs - DAY_MS)]);
  }
  const today = dayAt(nowMs);
  const count = DAYS_OF_PERIOD[period];
  return READ_TURNOVER_OF_DAYS.rows(pool, [addDays(today, 1 - 2 * count), addDays(today, 1 - count)]);
}

function premiumOf({ salesLately, sumCentsLately, lastCents, retailCents }: RowOf<typeof READ_PRODUCTS>) {
  return premiumPercent([{ sales: salesLately, sumCents: sumCentsLately }], lastCents, retailCents);
}

function marketRow(product: MovedProduct<ProductOfMarket>, sparkline: number[]): MarketRow {
  return {
    id: product.id,
    name: product.name,
    thumbnail: product.thumbnail,
    last: product.lastCents === null ? null : centsToDollars(product.lastCents),
    change: product.changePercent,
    sales: product.sales,
    premium: product.premiumPercent,
    spread: product.spreadPercent,
    sparkline,
  };
}

/** The average of each of the last days; a day without a sale has that of the day before. */
async function readSparklines(
  pool: pg.Pool,
  ids: readonly number[],
  today: Day,
): Promise<(id: number) => number[]> {
  const days = Array.from({ length: SPARKLINE_DAYS }, (_, index) =>
    addDays(today, index + 1 - SPARKLINE_DAYS),
  );
  const rows = await READ_SPARKLINES.rows(pool, [ids, days[0]]);
  const ofProduct = groupBy(rows, ({ productId }) => productId);
  return (id) => {
    const averageOn = new Map(
      (ofProduct.get(id) ?? []).map(({ day, sumCents, sales }) => [day, sumCents / sales]),
    );
    let last: number | undefined;
    return days.flatMap((day) => {
      last = averageOn.get(day) ?? last;
      return last === undefined ? [] : [centsToNearestDollar(last)];
    });
  };
}
