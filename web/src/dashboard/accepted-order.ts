import type { OpenOrderRow, SaleRow, UserData } from '@perkex/contract/user-data.js';
import { useEffect } from 'react';
import { isOfOrder, useAcceptedOrder } from '../api/orders.js';
import { useUserData } from '../user/user.js';

/** The lists of orders and trades, by their names in the user's data. */
export type OrderList = keyof Pick<UserData, 'asks' | 'bids' | 'sales' | 'purchases'>;

/** A newly accepted order: an open order, or with its trade. */
export interface AcceptedRow {
  readonly list: OrderList;
  readonly row: OpenOrderRow | SaleRow;
}

/** How long a newly accepted order's row is highlighted. */
const MARK_MS = 6_000;

/**
 * The newly accepted order in one of these lists, and highlights its row for a while; null for none. A trade keeps the
 * id of its order, so the row is found in any list.
 */
export function useAcceptedRow(lists: readonly OrderList[]): AcceptedRow | null {
  const { id, isMarked } = useAcceptedOrder();
  const { data } = useUserData();
  const found = id !== null && data ? findRow(data, lists, id) : null;
  const isShown = found !== null && isMarked;
  useEffect(() => {
    if (!isShown) {
      return;
    }
    const timer = setTimeout(() => useAcceptedOrder.setState({ isMarked: false }), MARK_MS);
    return () => clearTimeout(timer);
  }, [isShown]);
  return found;
}

function findRow(data: UserData, lists: readonly OrderList[], id: string): AcceptedRow | null {
  for (const list of lists) {
    const rows: readonly (OpenOrderRow | SaleRow)[] = data[list];
    const row = rows.find((each) => isOfOrder(each, id));
    if (row) {
      return { list, row };
    }
  }
  return null;
}

/** Removes the confirmation of the accepted order. */
export function closeAcceptedOrder(): void {
  useAcceptedOrder.setState({ id: null, isMarked: false });
}

/** Highlights a row and 8 px on either side, with a bar on the left. */
export const MARK = 'bg-card shadow-[-8px_0_0_var(--card),8px_0_0_var(--card),-12px_0_0_var(--volt)]';

/** The classes of a row, highlighted for a newly accepted order. */
export function useRowMark(row: Pick<OpenOrderRow, 'id' | 'group'>): string {
  const isMarked = useAcceptedOrder(
    (accepted) => accepted.isMarked && accepted.id !== null && isOfOrder(row, accepted.id),
  );
  return `motion-safe:transition-[background-color,box-shadow] motion-safe:duration-1000 ${isMarked ? MARK : ''}`;
}
