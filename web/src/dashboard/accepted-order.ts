import type { OrderRow, UserData } from '@perkex/contract/user-data.js';
import { useEffect } from 'react';
import { useAcceptedOrder } from '../api/orders.js';
import { useUserData } from './user.js';

/** The lists of orders and trades, by their names in the user's data. */
export type OrderList = keyof Pick<UserData, 'asks' | 'bids' | 'sales' | 'purchases'>;

/** How long the row of an order is marked whose answer has just come. */
const MARK_MS = 6_000;

/**
 * The list in which the order stands whose answer has just come, for as long as its row is marked; null for none. A
 * trade keeps the id of its order, so that the row is found by it wherever it is.
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

/** A row's own place and 8 px on both sides of it, with a bar at its beginning. */
const MARK = 'bg-card shadow-[-8px_0_0_var(--card),8px_0_0_var(--card),-12px_0_0_var(--volt)]';

/** The classes of a row: marked when it is the one whose answer has just come. */
export function useRowMark(id: string): string {
  const isMarked = useAcceptedOrder((accepted) => accepted.id === id);
  return `motion-safe:transition-[background-color,box-shadow] motion-safe:duration-1000 ${isMarked ? MARK : ''}`;
}
