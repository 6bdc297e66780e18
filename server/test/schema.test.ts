import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../src/database/connect.js';
import { dumpSchema } from './schema-dump.js';
import { createTestDatabase, isOnCluster } from './test-database.js';

const FILE = fileURLToPath(new URL('../schema.sql', import.meta.url));
const HEADING = '-- The schema that server/migrations make, for reading. Written by: npm run schema\n\n';

let migrated: Database;
let empty: Database;

beforeAll(async () => {
  migrated = await createTestDatabase();
  empty = await createTestDatabase({ empty: true });
});

afterAll(async () => {
  await migrated.close();
  await empty.close();
});

// The file has the schema of a plain database.
it.skipIf(isOnCluster())(
  'server/schema.sql is the result of the migrations (npm run schema writes it)',
  async () => {
    await expect(HEADING + (await dumpSchema(migrated.pool))).toMatchFileSnapshot(FILE);
  },
);

it.skipIf(isOnCluster())('the dump of a schema recreates the same schema', async () => {
  const dump = await dumpSchema(migrated.pool);
  await empty.pool.query(dump);
  expect(await dumpSchema(empty.pool)).toBe(dump);
});

describe('the database itself refuses', () => {
  const insertOrder = (values: string) =>
    migrated.pool.query(
      `insert into orders (product_id, size, seq, user_id, order_id, call, side, price_cents, status, closed_seq, accepted_at)
       values (1, '9', ${values}, now())`,
    );
  const id = `'00000000-0000-4000-8000-000000000000'`;

  beforeAll(() => migrated.pool.query(`insert into products (id, name) values (1, 'Shoe')`));

  it.each([
    [
      'a crossed book',
      `insert into books (product_id, size, lowest_ask_cents, highest_bid_cents, open_asks, open_bids) values (1, '9', 100, 100, 1, 1)`,
    ],
    [
      'a lowest ask without an ask',
      `insert into books (product_id, size, lowest_ask_cents) values (1, '9', 100)`,
    ],
    [
      'a trade with oneself',
      `insert into trades values (1, ${id}, '9', 2, 1, 2, 'ann', 'ann', 100, 100, 100, 0, now())`,
    ],
    [
      'a trade whose money does not add up',
      `insert into trades values (1, ${id}, '9', 2, 1, 2, 'ann', 'bob', 100, 100, 101, 0, now())`,
    ],
    ['a price with cents', `insert into past_sales values (1, ${id}, '9', 150, now())`],
    ['an unknown way to be paid', `insert into accounts (user_id, payout) values ('ann', 'CASH')`],
  ])('%s', async (_what, sql) => {
    await expect(migrated.pool.query(sql)).rejects.toThrow(/violates check constraint/);
  });

  it.each([
    ['a price below a dollar', `1, 'ann', ${id}, 'ask', 'ask', 0, 'open', null`],
    ['an ask that buys', `1, 'ann', ${id}, 'buy', 'ask', 100, 'traded', 1`],
    ['a buy-now that rests', `1, 'ann', ${id}, 'buy', 'bid', 100, 'open', null`],
    ['an open order that has ended', `1, 'ann', ${id}, 'ask', 'ask', 100, 'open', 2`],
  ])('%s', async (_what, values) => {
    await expect(insertOrder(values)).rejects.toThrow(/violates check constraint/);
  });
});
