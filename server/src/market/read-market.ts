import {
  MARKET_LIST_LENGTH,
  type Market,
  type MarketPeriod,
  type MarketRow,
} from '@perkex/contract/market.js';
import { addDays, DAY_MS, type Day, dayAt } from '@perkex/core/figures/days.js';
import type { ListedProduct } from '@perkex/core/finding/found.js';
import type { ListedPeriod } from '@perkex/core/finding/market-lists.js';
import { HOUR_MS } from '@perkex/core/finding/product-sales.js';
import { groupBy } from '@perkex/core/group-by.js';
import { centsToDollars, centsToNearestDollar } from '@perkex/core/money.js';
import type pg from 'pg';
import { ALL_SIZES } from '../books/all-sizes.js';
import type { ReplicaReads } from '../database/replica-reads.js';
import { float8, int4, statement, text } from '../database/statement.js';
import type { FollowedProducts } from '../finding/followed-products.js';

const SPARKLINE_DAYS = 30;

const READ_SPARKLINES = statement({
  name: 'read-sparklines',
  text: `select product_id as "productId", day::text, sum_cents::float8 as "sumCents", sales
         from sale_days where product_id = any($1::int[]) and size = '${ALL_SIZES}' and day >= $2 order by day`,
  row: { productId: int4, day: text, sumCents: float8, sales: int4 },
});

export interface MarketSources {
  readonly replicaReads: ReplicaReads;
  readonly products: FollowedProducts;
}

/** The market lists (`GET /market`): their products are found in memory, their days are read. */
export async function readMarket(
  { replicaReads, products }: MarketSources,
  period: MarketPeriod,
  nowMs: number,
): Promise<Market> {
  const lists = (await products.read()).marketLists(listedPeriod(period, nowMs), MARKET_LIST_LENGTH);
  const shownIds = new Set(Object.values(lists).flatMap((list) => list.map(({ product }) => product.id)));
  const sparklineOf = await replicaReads.read((pool) => readSparklines(pool, [...shownIds], dayAt(nowMs)));
  const shown = (list: readonly ListedProduct[]) =>
    list.map((listed) => marketRow(listed, sparklineOf(listed.product.id)));
  return {
    mostSold: shown(lists.mostSold),
    largestRise: shown(lists.largestRise),
    largestFall: shown(lists.largestFall),
    largestPremium: shown(lists.largestPremium),
    narrowestSpread: shown(lists.narrowestSpread),
  };
}

function listedPeriod(period: MarketPeriod, nowMs: number): ListedPeriod {
  switch (period) {
    case '24h':
      return { since: Math.floor((nowMs - DAY_MS) / HOUR_MS) };
    case '7d':
      return 'week';
    case '30d':
      return 'month';
  }
}

function marketRow({ product, ...listed }: ListedProduct, sparkline: number[]): MarketRow {
  const { lastCents } = product.sales;
  return {
    id: product.id,
    name: product.name,
    thumbnail: product.thumbnail,
    last: lastCents === null ? null : centsToDollars(lastCents),
    change: listed.changePercent,
    sales: listed.sales,
    premium: listed.premiumPercent,
    spread: listed.spreadPercent,
    sparkline,
  };
}

/** The average of each of the last days; a day without a sale repeats the previous average. */
async function readSparklines(
  pool: pg.Pool,
  ids: readonly number[],
  today: Day,
): Promise<(id: number) => number[]> {
  const days = Array.from({ length: SPARKLINE_DAYS }, (_, index) =>
    addDays(today, index + 1 - SPARKLINE_DAYS),
  );
  const rows = await READ_SPARKLINES.rows(pool, [ids, days[0]]);
  const rowsByProduct = groupBy(rows, ({ productId }) => productId);
  return (id) => {
    const averageOn = new Map(
      (rowsByProduct.get(id) ?? []).map(({ day, sumCents, sales }) => [day, sumCents / sales]),
    );
    let last: number | undefined;
    return days.flatMap((day) => {
      last = averageOn.get(day) ?? last;
      return last === undefined ? [] : [centsToNearestDollar(last)];
    });
  };
}
