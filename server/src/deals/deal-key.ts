import { RowSet } from '../database/row-set.js';
import { int4, uuid } from '../database/statement.js';

/** The key of a deal: that of its trade. */
export interface DealKey {
  readonly productId: number;
  readonly id: string;
}

export const productOfDeal = ({ productId }: DealKey) => productId;

export const DEAL_KEYS = new RowSet<DealKey>({
  product_id: [int4, ({ productId }) => productId],
  id: [uuid, ({ id }) => id],
});

/**
 * Keeps a statement in one shard, if all have the same product, and from reading whole tables.
 * @param tables with these keys; the first two parameters of the statement are those of `DEAL_KEYS`
 */
export const amongDealKeys = (...tables: readonly string[]) =>
  tables.map((table) => DEAL_KEYS.among(table)).join(' and ');

export function nameOfDeal({ productId, id }: DealKey): string {
  return `deal ${productId}/${id}`;
}

const NAME = /^(\d{1,9})\/([\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})$/;

/** Parses the name of a deal, such as `12/1e8c…`; null for any other text. */
export function parseDealName(name: string): DealKey | null {
  const [, productId, id] = NAME.exec(name) ?? [];
  return productId && id ? { productId: Number(productId), id } : null;
}
