import type { ReleasedProduct } from '@perkex/contract/home.js';
import type { Day } from '@perkex/core/figures/days.js';
import type pg from 'pg';
import { int4, statement, text } from '../database/statement.js';
import { readSummaries } from './read-summaries.js';

const READ_RELEASES = statement({
  name: 'read-releases',
  text: `select id, release_date::text as "releaseDate" from products
         where release_date <= $1 order by release_date desc, id desc limit $2`,
  row: { id: int4, releaseDate: text },
});

/** What came out last, up to today. */
export async function readReleases(pool: pg.Pool, today: Day, count: number): Promise<ReleasedProduct[]> {
  const releases = await READ_RELEASES.rows(pool, [today, count]);
  const dayOf = new Map(releases.map(({ id, releaseDate }) => [id, releaseDate]));
  const products = await readSummaries(pool, [...dayOf.keys()]);
  return products.map((product) => ({ ...product, releaseDate: dayOf.get(product.id) ?? '' }));
}
