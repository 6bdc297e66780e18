import { type ProductSummary, TRENDING_PRODUCTS } from '@perkex/contract/products.js';
import type pg from 'pg';
import type { Readings } from '../database/readings.js';
import { int4, statement } from '../database/statement.js';
import { leastIdAt } from '../database/time-ordered-id.js';
import { Kept } from '../kept/kept.js';
import { booksOf, CATALOGUE, type Topic } from '../kept/topics.js';
import { readSummaries } from './read-summaries.js';

const LATELY_MS = 30 * 24 * 60 * 60 * 1_000;
const RANKING_KEPT_MS = 60_000;

const RANK_PRODUCTS = statement({
  name: 'rank-products',
  text: `select id from (
           select product.id,
             (select count(*) from trades where product_id = product.id and id >= $1)
               + (select count(*) from past_sales where product_id = product.id and id >= $1) as sales,
             greatest(
               (select id from trades where product_id = product.id order by id desc limit 1),
               (select id from past_sales where product_id = product.id order by id desc limit 1)
             ) as last_sale_id
           from products as product
         ) as product
         order by sales desc, last_sale_id desc nulls last, id limit $2`,
  row: { id: int4 },
});

/** The products that sold most lately, first, each with its prices of this moment (`GET /trending`). */
export class Trending {
  private readonly ranking = new Kept<readonly number[]>();

  constructor(private readonly readings: Readings) {}

  /** Their ids: the ranking looks at every product, so it is kept for a minute. */
  rank(): Promise<readonly number[]> {
    return this.ranking.read({
      make: () => this.readings.read((pool) => rankProducts(pool, Date.now(), TRENDING_PRODUCTS)),
      lifeMs: RANKING_KEPT_MS,
    });
  }

  /** The products of these ids as a carousel shows them, in the same order. */
  read(ids: readonly number[]): Promise<ProductSummary[]> {
    return this.readings.read((pool) => readSummaries(pool, ids));
  }
}

/** What whoever shows these products has to follow. */
export function topicsOfSummaries(ids: readonly number[]): Topic[] {
  return [CATALOGUE, ...ids.map(booksOf)];
}

/**
 * The ids of the products with the most sales in the 30 days before `nowMs`, here and before this market; then those
 * that sold last, then the oldest, so that a new market has some to show. The ids of sales sort by time: of each
 * product only its latest are looked at, however many it has.
 */
export async function rankProducts(pool: pg.Pool, nowMs: number, count: number): Promise<number[]> {
  const rows = await RANK_PRODUCTS.rows(pool, [leastIdAt(nowMs - LATELY_MS), count]);
  return rows.map(({ id }) => id);
}
