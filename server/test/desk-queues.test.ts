import { DESK_QUEUES } from '@perkex/contract/desk.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../src/database/connect.js';
import { countQueues, readQueueDeals } from '../src/desk/queues.js';
import type { Member } from '../src/users/members.js';
import { buildProducts } from './market.js';
import { rowsReadBy } from './rows-read.js';
import { createTestDatabase } from './test-database.js';

const DONE = 6_000;
const ADMIN: Member = { name: 'ann', userId: 'ann', role: 'admin' };

let database: Database;

/** Many deals that have been in queues, and no longer wait for a member. */
beforeAll(async () => {
  database = await createTestDatabase();
  await buildProducts(database, ['Runner']);
  await database.pool.query(
    `with traded as (
       insert into trades (product_id, id, size, seq, ask_seq, bid_seq, seller_id, buyer_id, price_cents,
         seller_total_cents, buyer_total_cents, platform_cents, traded_at)
       select 1, ('00000000-0000-7000-8000-' || lpad(number::text, 12, '0'))::uuid, number::text, 2, 2, 1, 'seller',
         'buyer', 20000, 16500, 21600, 5100, now()
       from generate_series(1, $1::int) as number
       returning product_id, id, size::int % 6 as kind
     )
     insert into deals (product_id, id, is_relisting, is_pair_here, parcel_in, parcel_out, first_method, method,
       first_due_at, at, hash, state, ending, claim, penalty, payout)
     select product_id, id, true, false, 'arrived', case kind when 0 then 'announced' when 2 then 'lost' else 'none' end, 'card', 'card',
       now(), now(), '\\x00', (array['rejected', 'objectable', 'lost', 'complete', 'complete', 'complete'])[kind + 1],
       case kind when 1 then null when 0 then 'closed' else 'complete' end, case kind when 3 then 'return' else 'none' end,
       'none', 'none'
     from traded`,
    [DONE],
  );
  await database.pool.query('analyze trades, deals');
});

afterAll(() => database.close());

it('the queues read nothing of deals that no longer wait, however many those are', async () => {
  expect(
    await rowsReadBy(database.pool, async (pool) => {
      await countQueues(pool, ADMIN);
      for (const queue of DESK_QUEUES) {
        expect(await readQueueDeals(pool, queue, ADMIN)).toEqual([]);
      }
    }),
    // The product is read.
  ).toBeLessThan(10);
});
