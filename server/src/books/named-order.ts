import type { Refusal } from '../http/problems.js';

/** An order of a user as a call names it. Another product may have an order with the same id. */
export interface OrderName {
  /** The client order id. */
  readonly id: string;
  readonly productId?: number | undefined;
}

/** There is no such order, or orders for several products have the id. */
export type OrderNotFound = Refusal<'unknown-order' | 'ambiguous-order'>;

/** The one of a user's orders that a name means. */
export function theOrder<Order extends { readonly orderId: string; readonly productId: number }>(
  orders: readonly Order[],
  { id, productId }: OrderName,
): Order | OrderNotFound {
  const [order, another] = orders.filter(
    (each) => each.orderId === id && (productId === undefined || each.productId === productId),
  );
  if (!order) {
    return { refused: 'unknown-order' };
  }
  return another ? { refused: 'ambiguous-order' } : order;
}
