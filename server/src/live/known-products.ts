import type pg from 'pg';
import { int4, statement, text } from '../database/statement.js';

const REMEMBERED_PRODUCTS = 10_000;

const READ_NAMES = statement({
  name: 'read-product-names',
  text: 'select id, name, thumbnail from products where id = any($1::int[])',
  row: { id: int4, name: text, thumbnail: text },
});

const HAS_BOOK = statement({
  name: 'has-book',
  text: 'select size from books where product_id = $1 and size = $2',
  row: { size: text },
});

export interface KnownProduct {
  readonly id: number;
  readonly name: string;
  readonly thumbnail: string;
}

/** What events say of products besides their ids, kept as far as it never changes. */
export class KnownProducts {
  private readonly products = new Map<number, KnownProduct>();

  constructor(private readonly pool: pg.Pool) {}

  /** The products of these ids; null where there is none of one of them. */
  async find(ids: readonly number[]): Promise<KnownProduct[] | null> {
    const unknown = ids.filter((id) => !this.products.has(id));
    const read = unknown.length === 0 ? [] : await READ_NAMES.rows(this.pool, [unknown]);
    const found = new Map(read.map((product) => [product.id, product]));
    const products = ids.map((id) => found.get(id) ?? this.products.get(id));
    for (const product of read) {
      if (this.products.size < REMEMBERED_PRODUCTS) {
        this.products.set(product.id, product);
      }
    }
    return products.every((product) => product !== undefined) ? products : null;
  }

  async hasSize(productId: number, size: string): Promise<boolean> {
    return (await HAS_BOOK.row(this.pool, [productId, size])) !== undefined;
  }
}
