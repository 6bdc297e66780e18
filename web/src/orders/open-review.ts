import type { QueryClient } from '@tanstack/react-query';
import { RefusalError } from '../api/call.js';
import { placeOrder, type ReviewedOrder } from '../api/orders.js';
import { browserHistory } from '../routing/history.js';
import type { Navigate } from '../routing/location.js';
import { showSuccess, showWarning } from '../ui/toast.js';
import { forgetPendingOrder, givenUpOrders, type PendingOrder } from './pending-orders.js';
import { forgetUnfinishedOrder } from './stored-orders.js';
import { panelOf } from './unfinished-order.js';

/**
 * Opens an order's review again on top of its panel, so that Back leads there as usual. Orders whose outcome is unknown
 * come first (`othersToSettle`).
 * @returns true if the review is open; otherwise a toast reports the reason, or the user has left in the meantime
 */
export async function openReviewAgain(
  client: QueryClient,
  navigate: Navigate,
  order: ReviewedOrder,
  { replace }: { readonly replace: boolean },
): Promise<boolean> {
  const others = othersToSettle(order);
  if (others.length > 0 && !(await areSettled(client, others))) {
    return false;
  }
  const { to, state } = panelOf(order);
  navigate(to, { replace, state });
  navigate(to, { state: { ...state, review: order } });
  return true;
}

/**
 * The other orders of this product and side whose sending was given up. Before this order is reviewed, their outcome is
 * queried (section 4, "Order flow").
 */
export function othersToSettle(order: ReviewedOrder): PendingOrder[] {
  return givenUpOrders(order.uid, order).filter(({ id }) => id !== order.id);
}

/** True if all these orders are known not to be placed, and their user is still on the same page. */
export async function areSettled(client: QueryClient, orders: readonly PendingOrder[]): Promise<boolean> {
  const { location } = browserHistory;
  for (const order of orders) {
    if (!(await settleOrder(client, order))) {
      return false;
    }
  }
  return location === browserHistory.location;
}

/**
 * Queries the outcome of an order whose sending was given up. If it was not placed, it never will be afterwards.
 * @returns true if the order is known not to be placed; otherwise a toast reports the outcome
 */
async function settleOrder(client: QueryClient, order: PendingOrder): Promise<boolean> {
  try {
    const sentence = await placeOrder(client, order, { confirmedAtMs: 0, mayBePlaced: true });
    forgetPendingOrder(order);
    forgetUnfinishedOrder();
    showSuccess(sentence);
    return false;
  } catch (error) {
    if (error instanceof RefusalError) {
      forgetPendingOrder(order);
      return true;
    }
    showWarning((error as Error).message);
    return false;
  }
}
