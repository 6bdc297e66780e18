import type { FeedSale, TradeFeedPages } from '../api/market.js';

/** The limit of a trade feed that stays open for days. */
const MAX_SALES = 200;

/** Adds a trade to the feed, unless it already contains the trade. The ids of trades sort by time. */
export function withSale(tape: TradeFeedPages, sale: FeedSale): TradeFeedPages {
  const [first, ...older] = tape.pages;
  if (first === undefined || first.sales.some(({ id }) => id === sale.id)) {
    return tape;
  }
  const newer = first.sales.filter(({ id }) => id > sale.id);
  const sales = [...newer, sale, ...first.sales.slice(newer.length)];
  const [last] = sales.slice(MAX_SALES - 1, -1);
  // The dropped trades are read again as the next page.
  const page =
    last !== undefined && older.length === 0
      ? { sales: sales.slice(0, MAX_SALES), next: last.id }
      : { ...first, sales };
  return { ...tape, pages: [page, ...older] };
}

export interface HeldTradeFeed {
  readonly shown: readonly FeedSale[];
  /** The number of trades since the feed was paused. */
  readonly waiting: number;
}

/** The content of a feed that was paused when this trade was the latest; null for one that runs. */
export function heldTradeFeed(sales: readonly FeedSale[], newestId: string | null): HeldTradeFeed {
  const known = newestId === null ? 0 : sales.findIndex(({ id }) => id <= newestId);
  const waiting = known === -1 ? sales.length : known;
  return { shown: sales.slice(waiting), waiting };
}
