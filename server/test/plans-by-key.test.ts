import { afterAll, expect, it } from 'vitest';
import type { Database } from '../src/database/connect.js';
import { endConnection } from '../src/database/connect.js';
import { declaredStatements } from '../src/database/statement.js';
import { connectForOrders } from '../src/orders/order-connection.js';
import { createTestDatabase, isOnCluster } from './test-database.js';
import '../src/orders/batch-reads.js';
import '../src/orders/batch-writes.js';
import '../src/deals/deal-notifications.js';
import '../src/deals/open-deals.js';
import '../src/deals/take-step.js';
import '../src/jobs/job-statements.js';
import '../src/notifications/old-notifications.js';
import '../src/payments/call-rows.js';
import '../src/payments/due-payments.js';

const database: Database = await createTestDatabase();
afterAll(() => database.close());

/** Analysed while they were empty. Many orders since, few of them open: the index of open orders is the smaller one. */
await database.pool.query(
  'vacuum analyze orders, trades, accounts, deals, deal_events, transfers, provider_calls, money_lines, money_sums, jobs',
);
await database.pool.query(
  `insert into orders (product_id, size, seq, user_id, order_id, call, side, price_cents, status, closed_seq, accepted_at)
   select 1, '9', seq, 'user-' || seq % 10, gen_random_uuid(), 'ask', 'ask', 10000,
     case when seq % 100 = 0 then 'open' else 'cancelled' end, case when seq % 100 = 0 then null else seq + 1 end, now()
   from generate_series(1, 2000) as seq`,
);

/** The keys by which each statement of a batch may find its rows of the market. */
const INDEXES: Readonly<Record<string, readonly string[]>> = {
  'take-books': ['books_pkey'],
  'find-judged-orders': ['orders_by_id', 'refusals_pkey'],
  'read-order-states': ['orders_pkey'],
  'read-readiness': ['accounts_pkey'],
  'count-open-orders': ['orders_open_of_user'],
  'load-best-orders': ['accounts_pkey', 'orders_open_asks', 'orders_open_bids'],
  'close-orders': ['orders_pkey'],
  'extend-orders': ['orders_pkey'],
  'save-books': ['books_pkey'],
};

/** The index that each sweep of payments follows. */
const SWEEPS: Readonly<Record<string, string>> = {
  'lock-next-deals-to-collect': 'deals_to_collect',
  'lock-next-deals-to-pay-out': 'deals_to_pay_out',
};

/** The statements of a deal's steps and payments that read a few of very many rows. */
const OF_DEALS = [
  'lock-deal',
  'lock-free-deals',
  'save-deal-steps',
  'read-money-of-deals',
  'save-money-lines',
  'save-paid-sales',
  'save-debts-of-users',
  'flag-new-deals',
  'flag-deal',
  'read-trades-to-open-deals',
  'read-trades-of-notifications',
  'read-provider-calls',
  'save-provider-attempts',
  'save-provider-outcomes',
  'take-jobs',
  'hold-jobs',
  'end-jobs',
];

async function planOf(name: string): Promise<string> {
  const { text = '' } = declaredStatements().find((declared) => declared.name === name) ?? {};
  const count = new Set(text.match(/\$\d+/g)).size;
  const client = await connectForOrders(database.address);
  await client.query('set plan_cache_mode = force_generic_plan');
  await client.query(`prepare planned as ${text}`);
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `explain (costs off) execute planned(${Array.from({ length: count }, () => 'null').join(', ')})`,
  );
  await endConnection(client);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

/** A cluster plans at each machine. */
const test = it.skipIf(isOnCluster());

test.each(Object.keys(INDEXES))('%s finds its rows by key, in a young market, too', async (name) => {
  const plan = await planOf(name);
  const used = [...plan.matchAll(/ using (\w+) on/g)].map(([, index]) => index);
  expect([...new Set(used)].sort(), plan).toEqual(INDEXES[name]);
  // A join filter would mean that one side is read in full.
  expect(plan).not.toMatch(/Seq Scan|Hash|Merge|Join Filter/);
});

test.each(Object.keys(SWEEPS))('%s follows its index, in a young market, too', async (name) => {
  const plan = await planOf(name);
  expect(plan).toMatch(new RegExp(`Index Scan using ${SWEEPS[name]} on deals .*\\n *Index Cond`));
  expect(plan).not.toMatch(/Seq Scan|Sort/);
});

test.each(OF_DEALS)('%s reads no whole table, in a young market, too', async (name) => {
  const plan = await planOf(name);
  const scans = plan.match(/(?:Seq|Bitmap Heap|Index|Index Only) Scan.* on (?!deal_start).*\n.*/g) ?? [];
  expect(scans.length).toBeGreaterThan(0);
  expect(
    scans.filter((scan) => !/Index Cond/.test(scan)),
    plan,
  ).toEqual([]);
});

test('read notifications are deleted by their own index, however many unread ones are older', async () => {
  await database.pool.query(
    `insert into notices (user_id, id, kind, size, side, made_at, read_at, block_reason)
     select 'user-' || number, gen_random_uuid(), 'unblocked', '', 'ask', now() - make_interval(days => 100, secs => number),
       case when number % 100 = 0 then now() end, null
     from generate_series(1, 2000) as number`,
  );
  await database.pool.query('vacuum analyze notices');
  expect(await planOf('forget-read-notices')).toMatch(/ using notices_read on notices\n/);
});
