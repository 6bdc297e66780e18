import { priceText } from '@perkex/core/market/price-text.js';
import type { QueryClient } from '@tanstack/react-query';
import { isSignedOut, RefusalError } from '../api/call.js';
import { idOfNextTry, placeOrder, type ReviewedOrder, UnknownOutcomeError } from '../api/orders.js';
import { productQuery } from '../api/products.js';
import { currentUserId } from '../identity/session/auth-store.js';
import {
  forgetPendingOrder,
  keepPendingOrder,
  type PendingOrder,
  readPendingOrders,
} from '../orders/pending-orders.js';
import { keepUnfinishedOrder } from '../orders/unfinished-order.js';
import { showLastingWarning, showSuccess, showWarning } from '../ui/toast.js';
import { holdLock } from './order-locks.js';

/** Opens a review of an order that was not placed, under its next id. @returns true if it is open */
type ReviewAgain = (order: ReviewedOrder) => Promise<boolean>;

const UNKNOWN_WITHOUT_SESSION =
  'Your session has ended, and we do not know whether your order was placed. Log in and continue it: it will only count once.';

/**
 * Places a confirmed order in the background. The outcome is a toast, on any page (section 4). Until it is known, the
 * order is stored, so that the next page can query it.
 */
export function submitOrder(client: QueryClient, order: ReviewedOrder, reviewAgain: ReviewAgain): void {
  const mayBePlaced = readPendingOrders(order.uid).some(({ id }) => id === order.id);
  const pending = { ...order, confirmedAtMs: Date.now(), isGivenUp: false };
  const done = followOrder(client, pending, { mayBePlaced, reviewAgain, isOfEarlierPage: false });
  holdLock(order, done);
}

interface FollowOptions {
  readonly mayBePlaced: boolean;
  readonly reviewAgain: ReviewAgain;
  /** True if its user has to be reminded of which order it was. */
  readonly isOfEarlierPage: boolean;
}

/** Posts an order until its outcome is known, and shows the outcome. */
export async function followOrder(
  client: QueryClient,
  order: PendingOrder,
  options: FollowOptions,
): Promise<void> {
  const { confirmedAtMs } = order;
  keepPendingOrder(order);
  try {
    const sentence = await placeOrder(client, order, { confirmedAtMs, mayBePlaced: options.mayBePlaced });
    forgetPendingOrder(order);
    showSuccess(sentence);
  } catch (error) {
    if (error instanceof UnknownOutcomeError) {
      keepPendingOrder({ ...order, isGivenUp: true });
    } else {
      forgetPendingOrder(order);
    }
    showFailure(client, order, error, options);
  }
}

function showFailure(client: QueryClient, order: PendingOrder, error: unknown, options: FollowOptions): void {
  const { reviewAgain, isOfEarlierPage } = options;
  const isUnknown = error instanceof UnknownOutcomeError;
  if (isSignedOut(isUnknown ? error.cause : error)) {
    keepUnfinishedOrder(order);
    showWarning(
      isUnknown
        ? UNKNOWN_WITHOUT_SESSION
        : 'Your order was not placed. You can continue it after logging in.',
    );
    return;
  }
  const { id, name, size, priceCents, productId } = order;
  const reason = error instanceof Error ? error.message : 'Your order was not placed.';
  showLastingWarning({
    key: id,
    text: isOfEarlierPage && !isUnknown ? `Your ${nounOf(order)} was not placed. ${reason}` : reason,
    note: `${name}, size ${size}, ${priceText(priceCents)}`,
    button: 'Try again',
    async onPress() {
      // The review waits for the current market instead of showing the one that refused the order.
      void client.resetQueries(productQuery(String(productId)));
      const isPriceDoubted = error instanceof RefusalError && error.code === 'price-unconfirmed';
      const isOpen = await reviewAgain({
        ...order,
        id: idOfNextTry(id, error),
        isChecked: true,
        isPriceDoubted,
      });
      // Its user may try again after the outcome of an earlier order.
      if (!isOpen && currentUserId() === order.uid) {
        showFailure(client, order, error, options);
      }
    },
  });
}

function nounOf({ flow, mode }: ReviewedOrder): string {
  if (mode === 'now') {
    return flow === 'sell' ? 'sale' : 'purchase';
  }
  return flow === 'sell' ? 'ask' : 'bid';
}
