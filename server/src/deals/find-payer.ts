import type pg from 'pg';
import type { DealKey } from './deal-key.js';
import { readDeal } from './read-deal.js';
import { readLinks } from './replacement-rows.js';

/**
 * The deal that collected the carried money of another: the first of those that replaced each other since. A deal
 * carries over money of one payment only.
 */
export async function findPayer(pool: pg.Pool, key: DealKey): Promise<DealKey | null> {
  const { replaces } = await readLinks(pool, key);
  if (replaces === null) {
    return null;
  }
  const former = { productId: key.productId, id: replaces };
  const carriedCents = (await readDeal(pool, former))?.deal.carriedCents ?? 0;
  return carriedCents > 0 ? findPayer(pool, former) : former;
}
