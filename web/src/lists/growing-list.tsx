import {
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { readNextPage } from '../api/read-again.js';
import { PausableButton } from '../ui/button.js';

/** The number of rows added at a time: each open order reads its prices from the server. */
const STEP = 50;

/** Further rows that have to be loaded first. */
export interface OlderRows {
  /** True if there are older rows. */
  readonly hasMore: boolean;
  readonly isReading: boolean;
  readonly isError: boolean;
  readonly read: () => void;
}

/** The pages of a list as far as they are read, and its older rows. */
export function usePages<Page, Failure, Key extends QueryKey, Param>(
  query: UseInfiniteQueryOptions<Page, Failure, InfiniteData<Page>, Key, Param>,
) {
  const client = useQueryClient();
  const pages = useInfiniteQuery(query);
  const { data, error, isError, refetch, fetchNextPage } = pages;
  const older: OlderRows = {
    hasMore: pages.hasNextPage,
    isReading: pages.isFetchingNextPage,
    isError: pages.isFetchNextPageError,
    read: () => void readNextPage(client, query.queryKey, fetchNextPage),
  };
  return { data, error, isError, refetch, older };
}

interface GrowingListProps<Row> {
  readonly rows: readonly Row[];
  /** The index of a row that is shown from the start; -1 for none. */
  readonly shownIndex?: number;
  readonly older?: OlderRows;
  /** The button for rows that have to be loaded. */
  readonly moreLabel?: string;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** The first rows of a list, and a button for more. */
export function GrowingList<Row>({
  rows,
  shownIndex = -1,
  older,
  moreLabel = 'Show older',
  children,
}: GrowingListProps<Row>) {
  const [asked, setWanted] = useState(STEP);
  const wanted = Math.max(asked, shownIndex + 1);
  const shown = Math.min(wanted, rows.length);
  const hidden = rows.length - shown;
  const hasMore = hidden > 0 || (older?.hasMore ?? false);
  const list = useFocusAfterEnd(hasMore, shown);

  function showMore() {
    setWanted(shown + STEP);
    if (hidden < STEP && older?.hasMore) {
      older.read();
    }
  }

  return (
    <div ref={list}>
      {children(rows.slice(0, shown))}
      <p role="status" className="sr-only">
        {wanted > STEP ? `${shown} rows are shown${hasMore ? '' : ', and there are no more'}.` : ''}
      </p>
      {older?.isError ? (
        <p role="alert" className="mt-6">
          More could not be loaded.
        </p>
      ) : null}
      {hasMore ? (
        <PausableButton className="mt-6" isPaused={older?.isReading ?? false} onClick={showMore}>
          {hidden > 0 ? `Show ${Math.min(hidden, STEP)} more` : moreLabel}
        </PausableButton>
      ) : null}
    </div>
  );
}

/** When the button disappears with the last rows, the focus moves to the first of them. */
function useFocusAfterEnd(hasMore: boolean, shown: number) {
  const list = useRef<HTMLDivElement>(null);
  const before = useRef({ hasMore, shown });
  useLayoutEffect(() => {
    const { hasMore: hadMore, shown: shownBefore } = before.current;
    before.current = { hasMore, shown };
    if (hadMore && !hasMore && document.activeElement === document.body) {
      const firstRow = list.current?.querySelector('tbody, ul, ol')?.children[shownBefore];
      if (firstRow instanceof HTMLElement) {
        firstRow.tabIndex = -1;
        (firstRow.querySelector<HTMLElement>('a, button') ?? firstRow).focus();
      }
    }
  }, [hasMore, shown]);
  return list;
}
