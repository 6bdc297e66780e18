import type { QueryClient } from '@tanstack/react-query';
import { isSignedOut } from '../api/call.js';
import { type OrderCall, placeOrder } from '../api/orders.js';
import { keepUnfinishedOrder, type UnfinishedOrder } from '../session/unfinished-order.js';
import { showSuccess, showWarning } from '../ui/toast.js';

/** Places an order without anybody waiting for it; the answer is a toast, wherever the user is by then (section 4). */
export function submitOrder(
  client: QueryClient,
  uid: string,
  { id, call, order }: { id: string; call: OrderCall; order: UnfinishedOrder },
): void {
  const { name, size, price } = order;
  placeOrder(client, uid, { call, id, name, size, price }).then(showSuccess, (error: unknown) => {
    if (isSignedOut(error)) {
      keepUnfinishedOrder(order);
      showWarning('Your order was not placed. You can continue it after logging in.');
    } else {
      showWarning(error instanceof Error ? error.message : 'Your order was not placed.');
    }
  });
}
