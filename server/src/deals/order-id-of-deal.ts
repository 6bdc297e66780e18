import { derivedId } from '../database/derived-id.js';
import type { DealKey } from './deal-key.js';

/** The client order id of a step's order: a step has one order at most, and a repeated job must not place another. */
export function orderIdOf({ productId, id }: DealKey, version: number): string {
  return derivedId(`deal-order/${productId}/${id}/${version}`);
}
