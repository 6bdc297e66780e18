import { createHash } from 'node:crypto';
import type { DealKey } from './deal-key.js';

/** The client order id of a step's order: a step has one order at most, and a repeated job must not place another. */
export function orderIdOf({ productId, id }: DealKey, version: number): string {
  const hash = createHash('sha256').update(`deal-order/${productId}/${id}/${version}`).digest('hex');
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    hash.slice(12, 16),
    hash.slice(16, 20),
    hash.slice(20, 32),
  ].join('-');
}
