import { DESK_QUEUES } from '@perkex/contract/desk.js';
import type { DealEvent } from '@perkex/core/deals/deal-event.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../src/database/connect.js';
import { transaction } from '../src/database/transaction.js';
import type { DealKey } from '../src/deals/deal-key.js';
import { takeStep } from '../src/deals/take-step.js';
import { countQueues, readQueueDeals } from '../src/desk/queues.js';
import { deskRow } from '../src/desk/read-desk-deal.js';
import type { Member } from '../src/users/members.js';
import { buildDeal, fact, NO_HOLIDAYS, TRADED_AT_MS } from './deals.js';
import { buildProducts } from './market.js';
import { rowsReadBy } from './rows-read.js';
import { createTestDatabase } from './test-database.js';

const DONE = 6_000;
const HOUR_MS = 60 * 60 * 1_000;
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

describe('a deal whose deadline passes', () => {
  /** A deal whose pair arrives so many hours after its trade. */
  async function buildReceived(hours: number): Promise<DealKey> {
    const key = await buildDeal(database);
    await happen(key, 1, 'clock', { type: 'pay', method: 'card', carriedCents: 0 });
    await happen(key, 2, 'provider', { type: 'payment-held', callVersion: 1, amountCents: 216_00 });
    await happen(key, hours, 'member', { type: 'receive' });
    return key;
  }

  async function happen(
    key: DealKey,
    hours: number,
    kind: 'clock' | 'provider' | 'member',
    event: DealEvent,
  ) {
    const moment = { nowMs: TRADED_AT_MS + hours * HOUR_MS, holidays: NO_HOLIDAYS };
    const result = await transaction(database.pool, (tx) => takeStep(tx, key, fact(kind, event), moment));
    expect(result?.kind).toBe('stepped');
  }

  const read = async () =>
    (await readQueueDeals(database.pool, 'to-verify', ADMIN)).map((row) => ({
      id: row.id,
      since: deskRow(row, ADMIN).since,
    }));
  const at = (hours: number) => new Date(TRADED_AT_MS + hours * HOUR_MS).toISOString();

  it('stays first in its queue, and has waited since it came there', async () => {
    const older = await buildReceived(3);
    const newer = await buildReceived(5);
    const inOrder = [
      { id: older.id, since: at(3) },
      { id: newer.id, since: at(5) },
    ];
    expect(await read()).toEqual(inOrder);
    await happen(older, 24 * 30, 'clock', { type: 'deadline-passed' });
    expect(await read()).toEqual(inOrder);
    const counted = await countQueues(database.pool, ADMIN);
    expect(counted.find(({ queue }) => queue === 'to-verify')).toMatchObject({
      count: 2,
      oldestMs: TRADED_AT_MS + 3 * HOUR_MS,
    });
  });

  it('comes before deals that have waited longer', async () => {
    const { pool } = database;
    const { rows } = await pool.query<{ id: string }>(
      `select id from deals where state = 'received' order by is_overdue, id`,
    );
    expect(rows).toHaveLength(2);
    await pool.query(`update deals set waiting_since = 'epoch' where id = $1`, [rows[0]?.id]);
    expect((await read()).map(({ id }) => id)).toEqual([rows[1]?.id, rows[0]?.id]);
  });
});
