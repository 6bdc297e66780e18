import type { HistoryBucket, HistoryRange, ProductFigures } from '@perkex/contract/figures.js';
import type { DayOfSales } from '@perkex/core/figures/day-of-sales.js';
import { addDays, DAY_MS, dayAt, startOfDayMs } from '@perkex/core/figures/days.js';
import { type BookSummary, FIGURES_DAYS, productFigures } from '@perkex/core/figures/product-figures.js';
import { centsToNearestDollar } from '@perkex/core/money.js';
import type pg from 'pg';
import { ALL_SIZES } from '../books/all-sizes.js';
import type { Listing } from '../books/find-listing.js';
import { int4, ints, orNull, plainJson, statement } from '../database/statement.js';
import { leastIdAt } from '../database/time-ordered-id.js';
import { shownHistory } from './read-history.js';
import { readSaleDays } from './read-sale-days.js';
import { IS_SALE, newestSales } from './sale-conditions.js';

const HOURS_72_MS = 3 * DAY_MS;

/** All that figures need besides days, in one statement, as a round trip costs more than what it reads. */
function readListing(name: string, condition: string) {
  return statement({
    name,
    text: `select (select count(*) from trades
              where product_id = $1 and ${condition} and id >= $3 and id < $4 and ${IS_SALE})::int
             + (select count(*) from past_sales where product_id = $1 and ${condition} and id >= $3 and id < $4)::int
             - (select count(*) from odd_sales where product_id = $1 and ${condition} and id >= $3 and id < $4)::int
             as sales,
             (select retail_price_cents from products where id = $1) as "retailCents",
             (select close_cents from sale_days
              where product_id = $1 and size = $2 order by day desc limit 1) as "lastUsualCents",
             array(
               select "priceCents" from (${newestSales(condition, '2')}) as newest order by id desc
             ) as "newestCents",
             (
               select coalesce(json_agg(json_build_object(
                 'lowestAskCents', lowest_ask_cents, 'highestBidCents', highest_bid_cents,
                 'openAsks', open_asks, 'openBids', open_bids
               )), '[]')
               from books where product_id = $1 and ($2 = '${ALL_SIZES}' or size = $2)
             ) as books`,
    row: {
      sales: int4,
      retailCents: orNull(int4),
      lastUsualCents: orNull(int4),
      newestCents: ints,
      books: plainJson<BookSummary[]>(),
    },
  });
}

const READ_SIZE = readListing('read-figures-of-size', 'size = $2');
const READ_ALL_SIZES = readListing('read-figures-of-product', `$2 = '${ALL_SIZES}'`);

/**
 * The figures of a product or one of its sizes (`GET /{id}/figures`). Its cost does not depend on the number of sales.
 */
export async function readFigures(pool: pg.Pool, listing: Listing, nowMs: number): Promise<ProductFigures> {
  const { figures } = await readFiguresAndDays(pool, listing, nowMs);
  return figures;
}

/**
 * The figures and the history that a page starts with, from a single read of days.
 * @param range a range within the period of the figures
 */
export async function readFiguresAndHistory(
  pool: pg.Pool,
  listing: Listing,
  range: Exclude<HistoryRange, '1Y' | 'ALL'>,
  nowMs: number,
): Promise<{ figures: ProductFigures; history: HistoryBucket[] }> {
  const { figures, days } = await readFiguresAndDays(pool, listing, nowMs);
  return { figures, history: shownHistory(days, range, dayAt(nowMs)) };
}

async function readFiguresAndDays(
  pool: pg.Pool,
  { productId, size }: Listing,
  nowMs: number,
): Promise<{ figures: ProductFigures; days: DayOfSales[] }> {
  const today = dayAt(nowMs);
  // The last 72 hours are whole days except the first, which is counted from its sales.
  const dayOfFirst = dayAt(nowMs - HOURS_72_MS);
  const [days, listing] = await Promise.all([
    readSaleDays(pool, productId, size, addDays(today, 1 - FIGURES_DAYS)),
    (size === ALL_SIZES ? READ_ALL_SIZES : READ_SIZE).row(pool, [
      productId,
      size,
      leastIdAt(nowMs - HOURS_72_MS),
      leastIdAt(startOfDayMs(dayOfFirst) + DAY_MS),
    ]),
  ]);
  const wholeDays = days.filter(({ day }) => day > dayOfFirst);
  const figures = productFigures({
    today,
    days,
    newestCents: listing?.newestCents ?? [],
    lastUsualCents: days.at(-1)?.closeCents ?? listing?.lastUsualCents ?? null,
    sales72h: (listing?.sales ?? 0) + wholeDays.reduce((sum, { sales }) => sum + sales, 0),
    retailCents: listing?.retailCents ?? null,
    books: listing?.books ?? [],
  });
  return { figures: shownFigures(figures), days };
}

function shownFigures(figures: ReturnType<typeof productFigures>): ProductFigures {
  return {
    lastSale: dollars(figures.lastSaleCents),
    change: dollars(figures.changeCents),
    changePercent: figures.changePercent,
    high52: dollars(figures.highCents),
    low52: dollars(figures.lowCents),
    average: dollars(figures.averageCents),
    volatility: figures.volatilityPercent,
    typicalLow: dollars(figures.typicalLowCents),
    typicalHigh: dollars(figures.typicalHighCents),
    premium: figures.premiumPercent,
    sales72h: figures.sales72h,
    sales365d: figures.sales365d,
    turnover: centsToNearestDollar(figures.turnoverCents),
    spread: figures.spreadPercent,
    openAsks: figures.openAsks,
    openBids: figures.openBids,
  };
}

function dollars(cents: number | null): number | null {
  return cents === null ? null : centsToNearestDollar(cents);
}
