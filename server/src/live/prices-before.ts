import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { readPriceBefore, type SaleOfSize } from '../sales/read-price-before.js';

/** Each takes some hundred bytes. */
const REMEMBERED = 10_000;

/** The reference price for each new sale: the previous sale of its size, unless that one is odd or void. */
export class PricesBefore {
  /** The last published sale of a size. */
  private readonly last = new LRUCache<string, { readonly id: string; readonly priceCents: number }>({
    max: REMEMBERED,
  });

  constructor(private readonly pool: pg.Pool) {}

  /** The price before a sale, in cents; null for none. Sales of a size are given in their order. */
  async next({
    id,
    priceCents,
    ...size
  }: SaleOfSize & { readonly priceCents: number }): Promise<number | null> {
    const last = this.last.get(keyOf(size));
    const price = last && last.id < id ? last.priceCents : await readPriceBefore(this.pool, { ...size, id });
    this.last.set(keyOf(size), { id, priceCents });
    return price;
  }

  /** Compares no later sale with this one. */
  forget(sale: SaleOfSize): void {
    if (this.last.get(keyOf(sale))?.id === sale.id) {
      this.last.delete(keyOf(sale));
    }
  }

  /** For when sales were missed. */
  clear(): void {
    this.last.clear();
  }
}

function keyOf({ productId, size }: Pick<SaleOfSize, 'productId' | 'size'>): string {
  return `${productId}/${size}`;
}
