import { type Day, dayAt } from '@perkex/core/figures/days.js';
import type pg from 'pg';
import type { Clock } from '../clock/clock.js';
import { int4, orNull, statement, text } from '../database/statement.js';

const REMEMBERED_NAMES = 10_000;

const FIND_PRODUCTS = statement({
  name: 'find-products',
  text: `select name, id, trades_from::text as "tradesFrom" from products where name = any($1::text[])`,
  row: { name: text, id: int4, tradesFrom: orNull(text) },
});

/** A product as orders need it. */
export interface TradedProduct {
  readonly id: number;
  /** True if it takes orders, which never ends once it has begun. */
  readonly trades: boolean;
}

/** Finds the product with exactly this name, or null. */
export type FindProduct = (name: string) => Promise<TradedProduct | null>;

/** True if a product takes orders at this time: from its first day of trading, in UTC. */
export function tradesAt(tradesFrom: Day | null, nowMs: number): boolean {
  return tradesFrom === null || tradesFrom <= dayAt(nowMs);
}

/** Finds the products with exactly these names, by their names. */
export type FindProducts = (names: readonly string[]) => Promise<ReadonlyMap<string, TradedProduct>>;

/** A product's name and id never change, so a trading product is cached once found. */
export function productsFinder(pool: pg.Pool, clock: Clock): FindProducts {
  const productOfName = new Map<string, TradedProduct>();
  return async (names) => {
    const found = new Map<string, TradedProduct>();
    const others = new Set<string>();
    for (const name of names) {
      const known = productOfName.get(name);
      if (known) {
        found.set(name, known);
      } else {
        others.add(name);
      }
    }
    const rows = others.size === 0 ? [] : await FIND_PRODUCTS.rows(pool, [[...others]]);
    for (const { name, id, tradesFrom } of rows) {
      const product = { id, trades: tradesAt(tradesFrom, clock.wallMs()) };
      found.set(name, product);
      if (product.trades && productOfName.size < REMEMBERED_NAMES) {
        productOfName.set(name, product);
      }
    }
    return found;
  };
}

/** Finds one product at a time. */
export function productFinder(findProducts: FindProducts): FindProduct {
  return async (name) => (await findProducts([name])).get(name) ?? null;
}
