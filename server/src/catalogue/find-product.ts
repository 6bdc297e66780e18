import { type Day, dayAt } from '@perkex/core/figures/days.js';
import type pg from 'pg';
import type { Clock } from '../clock/clock.js';
import { int4, orNull, statement, text } from '../database/statement.js';

const REMEMBERED_NAMES = 10_000;

const FIND_PRODUCT = statement({
  name: 'find-product',
  text: `select id, trades_from::text as "tradesFrom" from products where name = $1`,
  row: { id: int4, tradesFrom: orNull(text) },
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

/** A product's name and id never change, so a trading product is cached once found. */
export function productFinder(pool: pg.Pool, clock: Clock): FindProduct {
  const productOfName = new Map<string, TradedProduct>();
  return async (name) => {
    const known = productOfName.get(name);
    if (known) {
      return known;
    }
    const row = await FIND_PRODUCT.row(pool, [name]);
    if (!row) {
      return null;
    }
    const product = { id: row.id, trades: tradesAt(row.tradesFrom, clock.wallMs()) };
    if (product.trades && productOfName.size < REMEMBERED_NAMES) {
      productOfName.set(name, product);
    }
    return product;
  };
}
