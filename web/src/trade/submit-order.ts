import { priceText } from '@perkex/core/market/price-text.js';
import type { QueryClient } from '@tanstack/react-query';
import { isSignedOut } from '../api/call.js';
import { idOfNextTry, placeOrder, type ReviewedOrder } from '../api/orders.js';
import { productQuery } from '../api/products.js';
import { keepUnfinishedOrder } from '../session/unfinished-order.js';
import { showLastingWarning, showSuccess, showWarning } from '../ui/toast.js';

/**
 * Places an order in the background: the answer is a toast, wherever the user is by then (section 4).
 * @param reviewAgain opens a review of the same order under its next id
 */
export function submitOrder(
  client: QueryClient,
  order: ReviewedOrder,
  reviewAgain: (order: ReviewedOrder) => void,
): void {
  placeOrder(client, order).then(showSuccess, (error: unknown) => {
    if (isSignedOut(error)) {
      keepUnfinishedOrder(order);
      showWarning('Your order was not placed. You can continue it after logging in.');
      return;
    }
    const { id, name, size, priceCents, productId } = order;
    showLastingWarning({
      key: id,
      text: error instanceof Error ? error.message : 'Your order was not placed.',
      note: `${name}, size ${size}, ${priceText(priceCents)}`,
      button: 'Try again',
      onPress() {
        // The review waits for the current market instead of showing the one that refused the order.
        void client.resetQueries(productQuery(String(productId)));
        reviewAgain({ ...order, id: idOfNextTry(id, error), isChecked: true });
      },
    });
  });
}
