import { levelOfSales, type SellerLevel } from '@perkex/core/seller-levels.js';
import type { Found } from './judge-commands.js';

/**
 * The level of each user who can sell in a batch, at its time (orders-beyond, "Seller levels"): a user of its commands,
 * or the owner of one of the best asks.
 */
export function levelsOfBatch({ readiness, best }: Pick<Found, 'readiness' | 'best'>) {
  const sales = new Map<string, number>();
  for (const { asks } of best.values()) {
    for (const { userId, sellerSales } of asks) {
      sales.set(userId, sellerSales ?? 0);
    }
  }
  for (const { userId, paidSales } of readiness.values()) {
    sales.set(userId, paidSales);
  }
  return (sellerId: string): SellerLevel => levelOfSales(sales.get(sellerId) ?? 0);
}
