import { RowSet } from '../database/row-set.js';
import { int4, uuid } from '../database/statement.js';

/** The key of a deal: that of its trade. */
export interface DealKey {
  readonly productId: number;
  readonly id: string;
}

export const DEAL_KEYS = new RowSet<DealKey>({
  product_id: [int4, ({ productId }) => productId],
  id: [uuid, ({ id }) => id],
});

export function nameOfDeal({ productId, id }: DealKey): string {
  return `deal ${productId}/${id}`;
}
