import { MAX_FOUND_DEALS } from '@perkex/contract/desk.js';
import { CARRIERS, trackingNumberOf } from '@perkex/core/deals/carriers.js';
import { searchText } from '@perkex/core/finding/search-text.js';
import type pg from 'pg';
import { int4, statement, uuid } from '../database/statement.js';
import { OWN_DEAL, OWN_DEAL_ROW, OWN_DEAL_TABLES, READ_SHOWN_DEAL } from '../deals/read-own-deals.js';
import type { FollowedProducts } from '../finding/followed-products.js';
import type { DeskDealRow } from './queues.js';

/** The products whose deals a search lists. */
const MAX_PRODUCTS = 5;

/** It asks the deals of all products, by an index: a parcel names no product. */
const FIND_TRACKED = statement({
  name: 'find-deals-by-tracking-number',
  text: `select distinct "productId", id from (
           select product_id as "productId", deal_id as id from party_steps where tracking_number = any($1::text[])
           union all
           select product_id, deal_id from parcels_from_us where tracking_number = any($1::text[])
         ) as parcel limit $2`,
  row: { productId: int4, id: uuid },
});

const READ_DEALS_OF_PRODUCT = statement({
  name: 'read-newest-deals-of-product',
  text: `select ${OWN_DEAL}
         ${OWN_DEAL_TABLES}
         where deal.product_id = $1 order by deal.id desc limit $2`,
  row: OWN_DEAL_ROW,
});

/** Hidden products, which the public search omits. $1: patterns of all words; $2: ids that the search has found. */
const FIND_HIDDEN = statement({
  name: 'find-hidden-products-of-search',
  text: `select id from products
         where hidden_at is not null
           and (merged_into = any($2::int[]) or concat_ws(' ', name, style_code) ilike all($1::text[]))
         order by hidden_at desc, id limit $3`,
  row: { id: int4 },
});

export interface FoundDeals {
  readonly rows: DeskDealRow[];
  readonly isTracked: boolean;
  readonly hasMore: boolean;
}

/**
 * The deals of a parcel by its tracking number, or else the newest deals of the products that match best, and of hidden
 * and merged ones (after-the-trade.md, "The desk").
 * @param search a tracking number as any carrier writes it, or words
 */
export async function searchDeals(
  pool: pg.Pool,
  products: Pick<FollowedProducts, 'read'>,
  search: string,
): Promise<FoundDeals> {
  const tracked = await findTracked(pool, search);
  if (tracked.length > 0) {
    return { ...limited(tracked), isTracked: true };
  }
  const words = searchText(search);
  const found = words === '' ? [] : await findProducts(pool, products, words);
  const deals = await Promise.all(
    found.map((id) => READ_DEALS_OF_PRODUCT.rows(pool, [id, MAX_FOUND_DEALS + 1])),
  );
  // Ids begin with the time of the trade.
  return { ...limited(deals.flat().sort((a, b) => (a.id < b.id ? 1 : -1))), isTracked: false };
}

async function findProducts(
  pool: pg.Pool,
  products: Pick<FollowedProducts, 'read'>,
  words: string,
): Promise<number[]> {
  const shown = (await products.read()).search(words, MAX_PRODUCTS).products.map(({ id }) => id);
  const patterns = words.split(' ').map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`);
  const hidden = await FIND_HIDDEN.rows(pool, [patterns, shown, MAX_PRODUCTS]);
  return [...new Set([...shown, ...hidden.map(({ id }) => id)])];
}

async function findTracked(pool: pg.Pool, search: string): Promise<DeskDealRow[]> {
  const numbers = new Set(CARRIERS.flatMap((carrier) => trackingNumberOf(carrier, search) ?? []));
  if (numbers.size === 0) {
    return [];
  }
  const keys = await FIND_TRACKED.rows(pool, [[...numbers], MAX_FOUND_DEALS + 1]);
  const rows = await Promise.all(
    keys.map(({ productId, id }) => READ_SHOWN_DEAL.rows(pool, [productId, id])),
  );
  return rows.flat();
}

function limited(rows: readonly DeskDealRow[]) {
  return { rows: rows.slice(0, MAX_FOUND_DEALS), hasMore: rows.length > MAX_FOUND_DEALS };
}
