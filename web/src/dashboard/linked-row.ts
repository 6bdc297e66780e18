import type { OrderRow } from '@perkex/contract/user-data.js';
import { useEffect, useMemo, useRef } from 'react';
import { useLocation } from '../routing/hooks.js';
import { MARK } from './accepted-order.js';

/** The book whose rows the address names (`paths.buyingRow`, `paths.sellingRow`). */
export interface RowAddress {
  /** Identifies the visit, so that a row is scrolled to once. */
  readonly key: string;
  readonly product: string | null;
  readonly size: string | null;
}

export function useRowAddress(): RowAddress {
  const { key, search } = useLocation();
  return useMemo(() => {
    const query = new URLSearchParams(search);
    return { key, product: query.get('product'), size: query.get('size') };
  }, [key, search]);
}

export function isRowOf({ product, size }: RowAddress, row: OrderRow): boolean {
  return product !== null && String(row.productId) === product && row.size === size;
}

/** Highlights the row that the address names and scrolls to it, once for each visit. */
export function useLinkedRow(row: OrderRow) {
  const ref = useRef<HTMLTableRowElement>(null);
  const address = useRowAddress();
  const isLinked = isRowOf(address, row);
  const { key } = address;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new visit scrolls again
  useEffect(() => {
    if (isLinked) {
      ref.current?.scrollIntoView({ block: 'nearest' });
      ref.current?.querySelector('a')?.focus({ preventScroll: true });
    }
  }, [isLinked, key]);
  return { ref, mark: isLinked ? MARK : '' };
}
