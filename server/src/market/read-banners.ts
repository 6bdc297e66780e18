import { type Banners, SHOWN_RELEASES } from '@perkex/contract/home.js';
import type { ProductSummary } from '@perkex/contract/products.js';
import { sellerFees } from '@perkex/core/fees.js';
import { addDays, type Day } from '@perkex/core/figures/days.js';
import type { FoundProduct } from '@perkex/core/finding/found.js';
import { centsToDollars, centsToNearestDollar } from '@perkex/core/money.js';
import type pg from 'pg';
import { ALL_SIZES } from '../books/all-sizes.js';
import { float8, int4, orNull, statement, text } from '../database/statement.js';
import { readCards } from '../finding/found-summary.js';
import type { MarketSources } from './read-market.js';

const LATELY_DAYS = 30;
/** With a spread above this share of the ask, at least one price is not serious. */
const LARGEST_GAP = 0.4;

const READ_DAYS = statement({
  name: 'read-days-of-banner',
  text: `select sales, sum_cents::float8 as "sumCents" from sale_days
         where product_id = $1 and size = '${ALL_SIZES}' and day >= $2 order by day`,
  row: { sales: int4, sumCents: float8 },
});

const READ_BOOKS = statement({
  name: 'read-books-of-banners',
  text: `select product_id as id, size, lowest_ask_cents as "askCents", highest_bid_cents as "bidCents"
         from books where product_id = any($1::int[]) and highest_bid_cents is not null
         order by highest_bid_cents desc, product_id, size`,
  row: { id: int4, size: text, askCents: orNull(int4), bidCents: orNull(int4) },
});

/**
 * The banners of Home, each about a different product if there are enough.
 * @param trending the ids of the best sellers, in order
 * @param releases of `readShownReleases`
 */
export async function readBanners(
  { replicaReads, products }: MarketSources,
  trending: readonly number[],
  releases: readonly FoundProduct[],
  today: Day,
): Promise<Banners> {
  const cards = await readCards(products, trending);
  return replicaReads.read((pool) => makeBanners(pool, { cards, releases, today }));
}

/** The releases of which one has a banner. */
export async function readShownReleases(
  products: MarketSources['products'],
  today: Day,
): Promise<FoundProduct[]> {
  return (await products.read()).releases(today, SHOWN_RELEASES);
}

interface BannerSources {
  /** The best sellers. */
  readonly cards: readonly ProductSummary[];
  readonly releases: readonly FoundProduct[];
  readonly today: Day;
}

async function makeBanners(
  pool: pg.Pool,
  { cards: products, releases, today }: BannerSources,
): Promise<Banners> {
  const books = await READ_BOOKS.rows(pool, [products.map(({ id }) => id)]);
  const shown = new Set<number>();
  const firstNew = <Shown extends { readonly id: number }>(found: readonly Shown[]): Shown | null => {
    const first = found.find(({ id }) => !shown.has(id)) ?? found[0] ?? null;
    shown.add(first?.id ?? 0);
    return first;
  };
  const busiest = firstNew(products);
  const bids = books.flatMap(({ bidCents, ...book }) => (bidCents === null ? [] : [{ ...book, bidCents }]));
  const offer = firstNew(bids);
  const gap = firstNew(widestGaps(bids));
  const newest = firstNew(releases);
  const nameOf = ({ id }: { readonly id: number }) => shownProduct(products.find((each) => each.id === id));
  return {
    busiest: busiest && { ...busiest, ...(await readLately(pool, busiest.id, today)) },
    gap: gap && {
      ...nameOf(gap),
      size: gap.size,
      highestBid: centsToDollars(gap.bidCents),
      lowestAsk: centsToDollars(gap.askCents),
    },
    offer: offer && {
      ...nameOf(offer),
      size: offer.size,
      highestBid: centsToDollars(offer.bidCents),
      payout: centsToDollars(sellerFees(offer.bidCents).totalCents),
    },
    newest: newest && {
      ...shownProduct(newest),
      releaseDate: newest.releaseDate ?? '',
      retail: centsToDollars(newest.retailCents ?? 0),
      lowestAsk: centsToDollars(newest.lowestAskCents ?? 0),
    },
  };
}

interface BookWithBid {
  readonly id: number;
  readonly size: string;
  readonly askCents: number | null;
  readonly bidCents: number;
}

function widestGaps(books: readonly BookWithBid[]) {
  return books
    .flatMap(({ askCents, ...book }) => (askCents === null ? [] : [{ ...book, askCents }]))
    .filter(({ askCents, bidCents }) => askCents - bidCents <= askCents * LARGEST_GAP)
    .sort((a, b) => b.askCents - b.bidCents - (a.askCents - a.bidCents));
}

type ShownProduct = Pick<ProductSummary, 'id' | 'name' | 'thumbnail'>;

function shownProduct(product: ShownProduct | undefined): ShownProduct {
  const { id = 0, name = '', thumbnail = '' } = product ?? {};
  return { id, name, thumbnail };
}

/** The number and prices of a product's recent sales. */
async function readLately(
  pool: pg.Pool,
  id: number,
  today: Day,
): Promise<{ sales: number; prices: number[] }> {
  const days = await READ_DAYS.rows(pool, [id, addDays(today, 1 - LATELY_DAYS)]);
  return {
    sales: days.reduce((sum, { sales }) => sum + sales, 0),
    prices: days.map(({ sales, sumCents }) => centsToNearestDollar(sumCents / sales)),
  };
}
