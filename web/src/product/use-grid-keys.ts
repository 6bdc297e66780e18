import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import { useIsAlive } from '../ui/use-is-alive.js';

/** The focus in a grid: one tab stop for all cells, and the arrow keys, Home and End between them. */
export interface GridKeys {
  /** For the element with the role. */
  readonly grid: {
    readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
    readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  };
  /** For the link or button in each cell. Rows and columns are counted from 0. */
  readonly cell: (
    column: number,
    row: number,
  ) => { readonly 'data-cell': string; readonly tabIndex?: number };
}

const STEPS: Readonly<Record<string, readonly [column: number, row: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [Number.NEGATIVE_INFINITY, 0],
  End: [Number.POSITIVE_INFINITY, 0],
};

export function useGridKeys(): GridKeys {
  const [current, setCurrent] = useState('0 0');
  // Before hydration every cell is a tab stop, because the arrow keys do nothing.
  const isAlive = useIsAlive();
  return {
    grid: {
      onFocus: ({ target }) => setCurrent(target.dataset.cell ?? current),
      onKeyDown: (event) => {
        const step = STEPS[event.key];
        if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) {
          return;
        }
        const [column = 0, row = 0] =
          (event.target as HTMLElement).dataset.cell?.split(' ').map(Number) ?? [];
        const columns = event.currentTarget.querySelectorAll('[data-cell$=" 0"]').length;
        const next = Math.min(Math.max(column + step[0], 0), columns - 1);
        const cell = event.currentTarget.querySelector<HTMLElement>(`[data-cell="${next} ${row + step[1]}"]`);
        event.preventDefault();
        cell?.focus();
      },
    },
    cell: (column, row) => {
      const place = `${column} ${row}`;
      return { 'data-cell': place, ...(isAlive && { tabIndex: place === current ? 0 : -1 }) };
    },
  };
}
