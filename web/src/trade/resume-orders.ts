import type { QueryClient } from '@tanstack/react-query';
import { currentUserId } from '../identity/session/auth-store.js';
import { openReviewAgain } from '../orders/open-review.js';
import { isOfSameTrade, readPendingOrders } from '../orders/pending-orders.js';
import { forgetPendingOrders } from '../orders/stored-orders.js';
import { readUnfinishedOrder, reviewedOrderIn } from '../orders/unfinished-order.js';
import { browserHistory } from '../routing/history.js';
import { unlessLocked } from './order-locks.js';
import { followOrder } from './submit-order.js';

/**
 * Queries the outcome of the orders that earlier pages of the user have left, and shows it. Within two minutes of its
 * confirmation an order is sent again under its id; later it is only queried.
 */
export function resumeOrders(client: QueryClient, userId: string): void {
  if (userId !== currentUserId()) {
    return;
  }
  const orders = readPendingOrders(userId);
  if (orders.length === 0) {
    // These are another user's orders.
    forgetPendingOrders();
  }
  const unfinished = readUnfinishedOrder();
  const review = reviewedOrderIn(browserHistory.location.state?.review);
  for (const order of orders) {
    // Its user is about to continue it, and sees its outcome there.
    const isContinued = review?.id === order.id || (unfinished !== null && isOfSameTrade(unfinished, order));
    if (!(order.isGivenUp && isContinued)) {
      void unlessLocked(order, () =>
        followOrder(
          client,
          { ...order, isGivenUp: false },
          {
            mayBePlaced: true,
            isOfEarlierPage: true,
            reviewAgain: (next) => openReviewAgain(client, browserHistory.navigate, next, { replace: false }),
          },
        ),
      );
    }
  }
}
