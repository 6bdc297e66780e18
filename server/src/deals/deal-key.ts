import { RowSet } from '../database/row-set.js';
import { int4, uuid } from '../database/statement.js';

/** The key of a deal: that of its trade. */
export interface DealKey {
  readonly productId: number;
  readonly id: string;
}

export const productOfDeal = ({ productId }: DealKey) => productId;

/**
 * Keeps a statement in one shard, if all have the same product. The ids keep a plan that was made for an empty table from
 * reading all deals of the products. @param tables with these keys
 */
export const ofDealKeys = (...tables: readonly string[]) =>
  tables
    .map((table) => `${table}.product_id = any($1::int4[]) and ${table}.id = any($2::uuid[])`)
    .join(' and ');

export const DEAL_KEYS = new RowSet<DealKey>({
  product_id: [int4, ({ productId }) => productId],
  id: [uuid, ({ id }) => id],
});

export function nameOfDeal({ productId, id }: DealKey): string {
  return `deal ${productId}/${id}`;
}

const NAME = /^(\d{1,9})\/([\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})$/;

/** Parses the name of a deal, such as `12/1e8c…`; null for any other text. */
export function parseDealName(name: string): DealKey | null {
  const [, productId, id] = NAME.exec(name) ?? [];
  return productId && id ? { productId: Number(productId), id } : null;
}
