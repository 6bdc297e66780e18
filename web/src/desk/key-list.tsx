import type { ReactNode } from 'react';
import { useKeys } from './use-keys.js';

interface KeyListProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  /** The link of a row. */
  readonly children: (row: Row) => ReactNode;
}

/** A list of links that `j` and `k` move through, with those of the page's other lists. */
export function KeyList<Row>({ label, rows, keyOf, children }: KeyListProps<Row>) {
  const move = (by: 1 | -1) => {
    const links = [...document.querySelectorAll<HTMLElement>('[data-keys] a')];
    const at = links.findIndex((link) => link.matches(':focus'));
    links[at < 0 ? 0 : Math.min(Math.max(at + by, 0), links.length - 1)]?.focus();
  };
  useKeys({ j: () => move(1), k: () => move(-1) });
  return (
    <ul data-keys aria-label={label} className="divide-y divide-line border-y border-line">
      {rows.map((row) => (
        <li key={keyOf(row)}>{children(row)}</li>
      ))}
    </ul>
  );
}
