import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { PausableButton } from '../ui/button.js';

/** So many rows come at a time: each open order asks the server for its prices. */
const STEP = 50;

/** Rows that have to be read first. */
export interface OlderRows {
  /** Whether there are some. */
  readonly hasMore: boolean;
  readonly isReading: boolean;
  readonly isError: boolean;
  readonly read: () => void;
}

interface GrowingListProps<Row> {
  readonly rows: readonly Row[];
  readonly older?: OlderRows;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** A list's first rows, and more of them when asked for. */
export function GrowingList<Row>({ rows, older, children }: GrowingListProps<Row>) {
  const [wanted, setWanted] = useState(STEP);
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
          The older ones could not be read.
        </p>
      ) : null}
      {hasMore ? (
        <PausableButton className="mt-6" isPaused={older?.isReading ?? false} onClick={showMore}>
          {hidden > 0 ? `Show ${Math.min(hidden, STEP)} more` : 'Show older'}
        </PausableButton>
      ) : null}
    </div>
  );
}

/** Whoever has pressed the button for the last rows goes on at the first of these, since the button is gone. */
function useFocusAfterEnd(hasMore: boolean, shown: number) {
  const list = useRef<HTMLDivElement>(null);
  const before = useRef({ hasMore, shown });
  useLayoutEffect(() => {
    const { hasMore: hadMore, shown: shownBefore } = before.current;
    before.current = { hasMore, shown };
    if (hadMore && !hasMore && document.activeElement === document.body) {
      const firstRow = list.current?.querySelectorAll('tbody tr')[shownBefore];
      firstRow?.querySelector('a')?.focus();
    }
  }, [hasMore, shown]);
  return list;
}
