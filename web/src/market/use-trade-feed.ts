import { inCents } from '@perkex/contract/in-cents.js';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type FeedSale, tradeFeedQuery } from '../api/market.js';
import { readNextPage } from '../api/read-again.js';
import { useLiveMarket } from '../live/use-live.js';
import { heldTradeFeed, withSale } from './trade-feed.js';

/**
 * The live trades of all products. They update automatically until they are paused (WCAG 2.2.2), and wait while the
 * pointer is over one.
 */
export function useTradeFeed() {
  const client = useQueryClient();
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    useInfiniteQuery(tradeFeedQuery);
  const sales = data?.pages.flatMap((page) => page.sales);
  const [heldAt, setHeldAt] = useState<string | null>(null);
  const [isPaused, setIsPaused] = useState(false);
  const newestAtFirst = useNewestAtFirst(sales);
  useLiveMarket({
    onSale: (sale) =>
      client.setQueryData(
        tradeFeedQuery.queryKey,
        (tape) => tape && withSale(tape, { ...inCents(sale), arrivedAtMs: performance.now() }),
      ),
  });
  const hold = () => {
    if (sales !== undefined) {
      setHeldAt((before) => before ?? sales[0]?.id ?? '');
    }
  };
  const release = () => setHeldAt(null);
  return {
    tape: sales && heldTradeFeed(sales, heldAt),
    /** True for trades that were made while the feed was in sight. */
    isNew: ({ id }: FeedSale) => newestAtFirst !== null && id > newestAtFirst,
    isError,
    retry: () => void refetch(),
    isPaused,
    /** Pressing play starts the feed even though the pointer may then be over it. */
    toggle() {
      setIsPaused(!isPaused);
      if (isPaused) {
        release();
      } else {
        hold();
      }
    },
    hold,
    release: () => (isPaused ? undefined : release()),
    older: {
      hasMore: hasNextPage,
      isReading: isFetchingNextPage,
      isError: isFetchNextPageError,
      read: () => void readNextPage(client, tradeFeedQuery.queryKey, fetchNextPage),
    },
  };
}

/** The id of the latest trade when the first ones were loaded; null before. */
function useNewestAtFirst(sales: readonly FeedSale[] | undefined): string | null {
  const [newest, setNewest] = useState<string | null>(null);
  if (newest === null && sales !== undefined) {
    setNewest(sales[0]?.id ?? '');
  }
  return newest;
}
