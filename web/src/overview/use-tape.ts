import { inCents } from '@perkex/contract/in-cents.js';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type TapeSale, tapeQuery } from '../api/market.js';
import { useLiveMarket } from '../live/use-live.js';
import { heldTape, withSale } from './tape.js';

/**
 * The newest sales of all products. They come by themselves until they are paused (WCAG 2.2.2), and wait for as long as
 * somebody points at one.
 */
export function useTape() {
  const client = useQueryClient();
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    useInfiniteQuery(tapeQuery);
  const sales = data?.pages.flatMap((page) => page.sales);
  const [heldAt, setHeldAt] = useState<string | null>(null);
  const [isPaused, setIsPaused] = useState(false);
  const newestAtFirst = useNewestAtFirst(sales);
  useLiveMarket({
    onSale: (sale) =>
      client.setQueryData(tapeQuery.queryKey, (tape) => tape && withSale(tape, inCents(sale))),
  });
  const hold = () => {
    if (sales !== undefined) {
      setHeldAt((before) => before ?? sales[0]?.id ?? '');
    }
  };
  const release = () => setHeldAt(null);
  return {
    tape: sales && heldTape(sales, heldAt),
    /** Whether a sale was made while the tape was in sight. */
    isNew: ({ id }: TapeSale) => newestAtFirst !== null && id > newestAtFirst,
    isError,
    retry: () => void refetch(),
    isPaused,
    /** Pressing play counts even though the pointer may then be above the tape. */
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
      read: () => void fetchNextPage(),
    },
  };
}

/** The id of the newest sale when there were first any; null before. */
function useNewestAtFirst(sales: readonly TapeSale[] | undefined): string | null {
  const [newest, setNewest] = useState<string | null>(null);
  if (newest === null && sales !== undefined) {
    setNewest(sales[0]?.id ?? '');
  }
  return newest;
}
