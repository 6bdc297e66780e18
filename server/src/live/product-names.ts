import type pg from 'pg';
import { int4, orNull, statement, text } from '../database/statement.js';

const REMEMBERED_PRODUCTS = 10_000;
/** Short, because an import may change a product's brand or picture. */
const REMEMBERED_MS = 60_000;

const READ_NAMES = statement({
  name: 'read-product-names',
  text: `select id, name, thumbnail, nullif(brand, '') as brand from products where id = any($1::int[])`,
  row: { id: int4, name: text, thumbnail: text, brand: orNull(text) },
});

const HAS_BOOK = statement({
  name: 'has-book',
  text: 'select size from books where product_id = $1 and size = $2',
  row: { size: text },
});

export interface NamedProduct {
  readonly id: number;
  readonly name: string;
  readonly thumbnail: string;
  /** Null when the brand is unknown. */
  readonly brand: string | null;
}

/** The product data that events carry besides ids, cached for a minute. */
export class ProductNames {
  private readonly products = new Map<number, NamedProduct>();
  private forgottenAtMs: number;

  constructor(
    private readonly pool: pg.Pool,
    private readonly nowMs: () => number = () => performance.now(),
  ) {
    this.forgottenAtMs = nowMs();
  }

  /** The products with these ids; null when one of them does not exist. */
  async find(ids: readonly number[]): Promise<NamedProduct[] | null> {
    if (this.nowMs() - this.forgottenAtMs > REMEMBERED_MS) {
      this.products.clear();
      this.forgottenAtMs = this.nowMs();
    }
    const known = new Map(ids.map((id) => [id, this.products.get(id)]));
    const unknown = ids.filter((id) => !known.get(id));
    const read = unknown.length === 0 ? [] : await READ_NAMES.rows(this.pool, [unknown]);
    for (const product of read) {
      known.set(product.id, product);
      if (this.products.size < REMEMBERED_PRODUCTS) {
        this.products.set(product.id, product);
      }
    }
    const products = ids.map((id) => known.get(id));
    return products.every((product) => product !== undefined) ? products : null;
  }

  async hasSize(productId: number, size: string): Promise<boolean> {
    return (await HAS_BOOK.row(this.pool, [productId, size])) !== undefined;
  }
}
