import { RowSet } from '../database/row-set.js';
import { int4, text } from '../database/statement.js';

/** The place of an order in its book. */
export interface OrderPlace {
  readonly productId: number;
  readonly size: string;
  readonly seq: number;
}

export const ORDER_PLACES = new RowSet<OrderPlace>({
  product_id: [int4, ({ productId }) => productId],
  size: [text, ({ size }) => size],
  seq: [int4, ({ seq }) => seq],
});

/** The key of an order among those of all books. */
export function nameOfPlace({ productId, size, seq }: OrderPlace): string {
  return `${productId}/${size}/${seq}`;
}
