import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../src/database/connect.js';
import { leastIdAt } from '../src/database/time-ordered-id.js';
import { readOwnDeals } from '../src/deals/read-own-deals.js';
import { NO_HOLIDAYS } from './deals.js';
import { buildProducts } from './market.js';
import { rowsReadBy } from './rows-read.js';
import { createTestDatabase, isOnCluster } from './test-database.js';

const FINISHED = 3_000;
const OPEN = 3;

let database: Database;

/**
 * Two sellers with the same deals in progress, which they can still undo, so that earlier undos are counted. One of
 * them also has many that have ended, older and newer ones, all within the last 30 days.
 */
beforeAll(async () => {
  database = await createTestDatabase();
  await buildProducts(database, ['Runner']);
  await buildDeals('new', OPEN, 'unpaid');
  await buildDeals('busy', FINISHED / 2, 'complete');
  await buildDeals('busy', OPEN, 'unpaid');
  await buildDeals('busy', FINISHED / 2, 'complete');
  await database.pool.query('analyze trades, deals, deal_events');
});

afterAll(() => database.close());

/** The ids of trades sort by time. */
const ID_OF_NOW = leastIdAt(Date.now()).slice(0, 24);
let dealCount = 0;

async function buildDeals(sellerId: string, count: number, state: 'unpaid' | 'complete'): Promise<void> {
  const from = dealCount;
  dealCount += count;
  await database.pool.query(
    `with traded as (
       insert into trades (product_id, id, size, seq, ask_seq, bid_seq, seller_id, buyer_id, price_cents,
         seller_total_cents, buyer_total_cents, platform_cents, traded_at, has_open_deal)
       select 1, ($5 || lpad(number::text, 12, '0'))::uuid, number::text, 2, 2, 1, $1, 'buyer',
         20000, 16500, 21600, 5100, now(), $4 = 'unpaid'
       from generate_series($2::int + 1, $2::int + $3::int) as number
       returning product_id, id
     ), dealt as (
       insert into deals (product_id, id, is_relisting, is_pair_here, parcel_in, first_method, method, first_due_at, at,
         hash, state)
       select product_id, id, true, false, 'none', 'card', 'card', now(), now(), '\\x00', $4 from traded
       returning product_id, id
     )
     insert into deal_events (product_id, deal_id, version, event, data, actor_kind, at, previous_hash, hash)
     select product_id, id, version, 'confirm', '{}', 'buyer', now(), '\\x00', '\\x00'
     from dealt cross join generate_series(1, 8) as version where $4 = 'complete'`,
    [sellerId, from, count, state, ID_OF_NOW],
  );
}

/** The rows that all statements of a list of deals read. */
function rowsReadFor(sellerId: string): Promise<number> {
  return rowsReadBy(database.pool, async (pool) => {
    const page = { party: 'seller', group: 'in-progress', before: undefined, limit: 20 } as const;
    const { deals } = await readOwnDeals(pool, sellerId, NO_HOLIDAYS, page);
    expect(deals.map(({ steps }) => steps)).toEqual(Array.from({ length: OPEN }, () => ['undo']));
  });
}

// The rows that workers read are not counted.
it.skipIf(isOnCluster())(
  'a list of deals in progress reads as many rows for a user with thousands of ended deals as for a new one',
  async () => {
    const ofNew = await rowsReadFor('new');
    expect(await rowsReadFor('busy')).toBe(ofNew);
    // The trade, the deal and the product of each.
    expect(ofNew).toBe(3 * OPEN);
  },
);
