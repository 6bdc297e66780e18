import type { ProductCard } from '@perkex/contract/products.js';
import { centsToDollars } from '@perkex/core/money.js';
import { compareSizes } from '@perkex/core/sizes.js';
import { and, asc, eq, isNotNull, or } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { books, products } from '../database/schema.js';

/**
 * The products with the best ask and bid of each size (`GET /`), or only the one of that name
 * (`GET /?name=`). Reads the summaries of the books, so its cost does not grow with the orders.
 */
export async function listProducts(db: NodePgDatabase, name?: string): Promise<ProductCard[]> {
  const isWanted = name === undefined ? undefined : eq(products.name, name);
  const [cards, prices] = await Promise.all([
    db
      .select({ id: products.id, name: products.name, thumbnail: products.thumbnail })
      .from(products)
      .where(isWanted)
      .orderBy(asc(products.id)),
    db
      .select({
        productId: books.productId,
        size: books.size,
        lowestAskCents: books.lowestAskCents,
        highestBidCents: books.highestBidCents,
      })
      .from(books)
      .innerJoin(products, eq(products.id, books.productId))
      .where(and(isWanted, or(isNotNull(books.lowestAskCents), isNotNull(books.highestBidCents)))),
  ]);
  return withBestPrices(cards, prices);
}

interface BestPrices {
  readonly productId: number;
  readonly size: string;
  readonly lowestAskCents: number | null;
  readonly highestBidCents: number | null;
}

function withBestPrices(
  cards: readonly Pick<ProductCard, 'id' | 'name' | 'thumbnail'>[],
  prices: BestPrices[],
): ProductCard[] {
  const byId = new Map<number, ProductCard>();
  for (const card of cards) {
    byId.set(card.id, { ...card, asks: [], bids: [] });
  }
  for (const { productId, size, lowestAskCents, highestBidCents } of prices.sort((a, b) =>
    compareSizes(a.size, b.size),
  )) {
    const card = byId.get(productId);
    if (lowestAskCents !== null) {
      card?.asks.push({ size, price: centsToDollars(lowestAskCents) });
    }
    if (highestBidCents !== null) {
      card?.bids.push({ size, price: centsToDollars(highestBidCents) });
    }
  }
  return [...byId.values()];
}
