import type { SellerLevelAnswer } from '@perkex/contract/seller-level.js';
import { levelAfter, levelOfSales, nextQuarterAt, type SellerLevel } from '@perkex/core/seller-levels.js';
import type pg from 'pg';
import { readPaidSales } from '../users/seller-levels.js';

/** The level of a user as a seller at this time (`GET /seller-level`; orders-beyond, "Seller levels"). */
export async function readSellerLevel(
  pool: pg.Pool,
  userId: string,
  nowMs: number,
): Promise<SellerLevelAnswer> {
  const sales = await readPaidSales(pool, userId, nowMs);
  const level = levelOfSales(sales);
  const next = levelAfter(level);
  return { ...shownLevel(level), sales, until: nextQuarterAt(nowMs), next: next && shownLevel(next) };
}

function shownLevel({ level, minSales, transactionFeePerMille }: SellerLevel) {
  return { level, minSales, transactionFee: transactionFeePerMille / 10 };
}
