import { priceText } from '@perkex/core/market/price-text.js';
import type { OrderCall } from '@perkex/core/order-book/order.js';
import type { QueryClient } from '@tanstack/react-query';
import { isSignedOut } from '../api/call.js';
import { idOfNextTry, placeOrder } from '../api/orders.js';
import { productQuery } from '../api/products.js';
import { keepUnfinishedOrder, type UnfinishedOrder } from '../session/unfinished-order.js';
import { showLastingWarning, showSuccess, showWarning } from '../ui/toast.js';

interface Submission {
  readonly id: string;
  readonly call: OrderCall;
  readonly order: UnfinishedOrder;
  /** Told the id of the next try. */
  readonly onTryAgain: (id: string) => Promise<void>;
}

/** Places an order without anybody waiting for it; the answer is a toast, wherever the user is by then (section 4). */
export function submitOrder(
  client: QueryClient,
  uid: string,
  { id, call, order, onTryAgain }: Submission,
): void {
  const { name, size, price, productId } = order;
  placeOrder(client, uid, { call, id, name, size, price }).then(showSuccess, (error: unknown) => {
    if (isSignedOut(error)) {
      keepUnfinishedOrder(order);
      showWarning('Your order was not placed. You can continue it after logging in.');
      return;
    }
    showLastingWarning({
      key: id,
      text: error instanceof Error ? error.message : 'Your order was not placed.',
      note: `${name}, size ${size}, ${priceText(price)}`,
      button: 'Try again',
      onPress() {
        // The review waits for the market of now instead of showing the one that the order was refused in.
        void client.resetQueries(productQuery(String(productId)));
        void onTryAgain(idOfNextTry(id, error));
      },
    });
  });
}
