import { type QueryKey, useQueryClient } from '@tanstack/react-query';
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

/** The older rows of a list that is read page by page, by the query of this key. */
export function useOlderPages(
  queryKey: QueryKey,
  pages: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  },
): OlderRows {
  const client = useQueryClient();
  return {
    hasMore: pages.hasNextPage,
    isReading: pages.isFetchingNextPage,
    isError: pages.isFetchNextPageError,
    read: () => void readNextPage(client, queryKey, pages.fetchNextPage),
  };
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
