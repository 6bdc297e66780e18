import type { OrderRow, UserData } from '@perkex/contract/user-data.js';
import { useEffect } from 'react';
import { useAcceptedOrder } from '../api/orders.js';
import { useUserData } from '../user/user.js';

/** The lists of orders and trades, by their names in the user's data. */
export type OrderList = keyof Pick<UserData, 'asks' | 'bids' | 'sales' | 'purchases'>;

/** How long a newly accepted order's row is highlighted. */
const MARK_MS = 6_000;

/**
 * The list with a newly accepted order, while its row is highlighted; null for none. A trade keeps the id of its order,
 * so the row is found in any list.
 */
export function useListOfAcceptedOrder(lists: readonly OrderList[]): OrderList | null {
  const { id } = useAcceptedOrder();
  const { data } = useUserData();
  const list = (id !== null && data && lists.find((name) => hasOrder(data[name], id))) || null;
  useEffect(() => {
    if (id === null || list === null) {
      return;
    }
    const timer = setTimeout(() => useAcceptedOrder.setState({ id: null }), MARK_MS);
    return () => clearTimeout(timer);
  }, [id, list]);
  return list;
}

function hasOrder(rows: readonly OrderRow[], id: string): boolean {
  return rows.some((row) => row.id === id);
}

/** Highlights a row and 8 px on either side, with a bar on the left. */
const MARK = 'bg-card shadow-[-8px_0_0_var(--card),8px_0_0_var(--card),-12px_0_0_var(--volt)]';

/** The classes of a row, highlighted for a newly accepted order. */
export function useRowMark(id: string): string {
  const isMarked = useAcceptedOrder((accepted) => accepted.id === id);
  return `motion-safe:transition-[background-color,box-shadow] motion-safe:duration-1000 ${isMarked ? MARK : ''}`;
}
