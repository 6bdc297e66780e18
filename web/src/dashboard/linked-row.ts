import type { OrderRow } from '@perkex/contract/user-data.js';
import { useEffect, useMemo, useRef } from 'react';
import { useLocation } from '../routing/hooks.js';
import type { Location } from '../routing/location.js';
import { MARK } from './accepted-order.js';

/** The book whose rows the address names (`paths.buyingRow`, `paths.sellingRow`). */
export interface RowAddress {
  readonly product: string | null;
  readonly size: string | null;
}

export function useRowAddress(): RowAddress {
  const { search } = useLocation();
  return useMemo(() => {
    const query = new URLSearchParams(search);
    return { product: query.get('product'), size: query.get('size') };
  }, [search]);
}

export function isRowOf({ product, size }: RowAddress, row: OrderRow): boolean {
  return product !== null && String(row.productId) === product && row.size === size;
}

/** The last visit whose row took the focus. The row is drawn again when its price changes or its tab is reopened. */
let shownVisit: Location | null = null;

/** Highlights the row that the address names. Once for each visit, scrolls to it and moves the focus there. */
export function useLinkedRow(row: OrderRow) {
  const ref = useRef<HTMLTableRowElement>(null);
  const visit = useLocation();
  const isLinked = isRowOf(useRowAddress(), row);
  useEffect(() => {
    if (isLinked && shownVisit !== visit) {
      shownVisit = visit;
      ref.current?.scrollIntoView({ block: 'nearest' });
      ref.current?.querySelector('a')?.focus({ preventScroll: true });
    }
  }, [isLinked, visit]);
  return { ref, mark: isLinked ? MARK : '' };
}
