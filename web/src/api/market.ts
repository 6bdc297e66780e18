import type { HistoryRange } from '@perkex/contract/figures.js';
import { TRADE_FEED_PAGE } from '@perkex/contract/first-screen.js';
import { type InCents, inCents } from '@perkex/contract/in-cents.js';
import type {
  MarketPeriod,
  TradeFeed,
  Market as WireMarket,
  MarketRow as WireRow,
  FeedSale as WireSale,
} from '@perkex/contract/market.js';
import { dollarsToCents } from '@perkex/core/money.js';
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
} from '@tanstack/react-query';
import { call } from './call.js';
import { callQuery } from './call-query.js';

const LISTS_STALE_MS = 30_000;
const INDEX_STALE_MS = 60_000;

/** A product in a list of the market. */
export interface MarketRow extends Omit<WireRow, 'last'> {
  /** The price of the last trade; null for none. */
  readonly lastCents: number | null;
}

export type MarketListName = keyof WireMarket;

/** The lists of the market, best first. */
export type Market = Readonly<Record<MarketListName, readonly MarketRow[]>>;

export interface FeedSale extends InCents<WireSale> {
  /** The steady time of its event; missing if it was read. */
  readonly arrivedAtMs?: number;
}

/** A page of the latest trades of all products, newest first. */
export interface TradeFeedPage {
  readonly sales: readonly FeedSale[];
  /** The `before` of the next page; null at the end. */
  readonly next: string | null;
  /** The steady time at which its request began; missing if the server rendered it. */
  readonly readAtMs?: number;
}

export type TradeFeedPages = InfiniteData<TradeFeedPage, unknown>;

/** The bestsellers, gainers and losers of a period. Shows the previous lists while another period loads. */
export function marketQuery(period: MarketPeriod) {
  return queryOptions({
    queryKey: ['market', period],
    queryFn: async ({ signal }) => marketOf(await call('market', { query: { period } }, signal)),
    staleTime: LISTS_STALE_MS,
    placeholderData: keepPreviousData,
  });
}

/** The latest trades of all products, page by page. */
export const tradeFeedQuery = infiniteQueryOptions({
  queryKey: ['tape'],
  meta: { appliedEvents: ['sale'] },
  queryFn: ({ pageParam, signal }) => readTradeFeed(pageParam, signal),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }: TradeFeedPage) => next,
  structuralSharing: (before, after) =>
    withNewerSales(before as TradeFeedPages | undefined, after as TradeFeedPages),
});

/** The market index and its history. */
export function marketIndexQuery(range: HistoryRange) {
  return callQuery(['marketIndex', range], {
    query: { range },
    staleTime: INDEX_STALE_MS,
    placeholderData: keepPreviousData,
  });
}

async function readTradeFeed(before: string | null, signal: AbortSignal): Promise<TradeFeedPage> {
  const query = { before: before ?? undefined, limit: String(TRADE_FEED_PAGE) };
  const readAtMs = performance.now();
  return { ...tradeFeedPageOf(await call('tape', { query }, signal)), readAtMs };
}

/**
 * Keeps trades that arrived while the request was in flight. Earlier ones that the response lacks are void. The ids of
 * trades sort by time.
 */
export function withNewerSales(before: TradeFeedPages | undefined, after: TradeFeedPages): TradeFeedPages {
  const [first, ...older] = after.pages;
  const newest = first?.sales[0]?.id ?? '';
  const { readAtMs = 0 } = first ?? {};
  const newer =
    before?.pages[0]?.sales.filter(({ id, arrivedAtMs = -1 }) => id > newest && arrivedAtMs >= readAtMs) ??
    [];
  return first === undefined || newer.length === 0
    ? after
    : { ...after, pages: [{ ...first, sales: [...newer, ...first.sales] }, ...older] };
}

export function tradeFeedPageOf({ sales, next }: TradeFeed): TradeFeedPage {
  return { sales: sales.map(inCents), next };
}

export function marketOf({
  mostSold,
  largestRise,
  largestFall,
  largestPremium,
  narrowestSpread,
}: WireMarket): Market {
  return {
    mostSold: mostSold.map(rowOf),
    largestRise: largestRise.map(rowOf),
    largestFall: largestFall.map(rowOf),
    largestPremium: largestPremium.map(rowOf),
    narrowestSpread: narrowestSpread.map(rowOf),
  };
}

function rowOf({ last, ...row }: WireRow): MarketRow {
  return { ...row, lastCents: last === null ? null : dollarsToCents(last) };
}
