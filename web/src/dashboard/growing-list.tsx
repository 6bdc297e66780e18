import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.js';

/** So many rows come at a time: each open order asks the server for its prices. */
const STEP = 50;

interface GrowingListProps<Row> {
  readonly rows: readonly Row[];
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** A list's first rows, and more of them when asked for. */
export function GrowingList<Row>({ rows, children }: GrowingListProps<Row>) {
  const [shown, setShown] = useState(STEP);
  const hidden = rows.length - shown;
  return (
    <>
      {children(rows.slice(0, shown))}
      {hidden > 0 ? (
        <Button className="mt-6" onClick={() => setShown(shown + STEP)}>
          Show {Math.min(hidden, STEP)} more
        </Button>
      ) : null}
    </>
  );
}
