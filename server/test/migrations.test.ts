import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { notificationsOf } from '@perkex/core/notifications/notifications.js';
import type { OrderCall } from '@perkex/core/order-book/order.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backUp } from '../src/backup/back-up.js';
import { BOOK_CHANGES } from '../src/books/book-changes.js';
import type { Database } from '../src/database/connect.js';
import { MIGRATIONS_DIR, MigrationError, migrate } from '../src/database/migrate.js';
import { transaction } from '../src/database/transaction.js';
import type { EntryChanges } from '../src/feed/change-kind.js';
import { HISTORY_RULES, rebuildSaleDays, renewHistory } from '../src/sales/rebuild-sale-days.js';
import { runPerkex } from './cli-process.js';
import { openEngine, order } from './market.js';
import { expectSoundMarket, violatedChecks } from './sound-market.js';
import { createTestDatabase, databaseUrl } from './test-database.js';

const everyMigration = (await readdir(MIGRATIONS_DIR)).sort();
let database: Database;
let folder: string;

beforeEach(async () => {
  database = await createTestDatabase({ empty: true, hasTimeLimits: false });
  folder = await mkdtemp(path.join(tmpdir(), 'perkex-migrations-'));
});

afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

async function tables(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Applies the migrations before this one, as earlier versions did. */
async function migrateUntil(name: string): Promise<void> {
  for (const earlier of everyMigration.slice(0, everyMigration.indexOf(name))) {
    await copyFile(path.join(MIGRATIONS_DIR, earlier), path.join(folder, earlier));
  }
  await migrate(database.pool, folder);
}

describe('migrating', () => {
  it('applies every migration to an empty database, and again none', async () => {
    expect(await migrate(database.pool)).toEqual(everyMigration);
    expect(await migrate(database.pool)).toEqual([]);
  });

  it('by five processes at once applies each migration once', async () => {
    const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(database.pool)));
    expect(applied.flat().sort()).toEqual(everyMigration);
  });

  it('leaves nothing half done when a migration fails', async () => {
    await writeFile(path.join(folder, '0001_good.sql'), 'create table good (id integer);');
    await writeFile(path.join(folder, '0002_bad.sql'), 'create table half (id integer); create table;');
    await expect(migrate(database.pool, folder)).rejects.toThrow(
      /^Migration 0002_bad.sql failed: syntax error/,
    );
    expect(await tables()).toEqual([]);
  });

  it('refuses a migration that was changed after it was applied', async () => {
    const file = path.join(folder, '0001_table.sql');
    await writeFile(file, 'create table one (id integer);');
    await migrate(database.pool, folder);
    await writeFile(file, 'create table two (id integer);');
    await expect(migrate(database.pool, folder)).rejects.toThrow(MigrationError);
  });

  it('refuses a database that a newer version has migrated', async () => {
    await migrate(database.pool, MIGRATIONS_DIR);
    await expect(migrate(database.pool, folder)).rejects.toThrow(/which this version does not know/);
  });
});

const DAY_MS = 24 * 60 * 60_000;
/** Recent, because the audit does not check old trades for notifications. */
const yesterday = new Date(Date.now() - DAY_MS).toISOString();
/** The traders' accounts are older than their trades, as the audit checks no others for notifications. */
const beforeThat = new Date(Date.now() - 2 * DAY_MS).toISOString();

/**
 * Expects a clean audit of a database whose trades between accounts are older than its notifications, and that the
 * audit would report these trades if notifications had begun before them.
 */
async function expectCleanAuditOf(trades: number): Promise<void> {
  await expectSoundMarket(database);
  const { rows } = await database.pool.query<{ at: Date }>(
    `select applied_at as at from migrations where name = '0017_notices.sql'`,
  );
  const beginNotifications = (at?: Date | string) =>
    database.pool.query(`update migrations set applied_at = $1 where name = '0017_notices.sql'`, [at]);
  await beginNotifications(beforeThat);
  expect(await violatedChecks(database)).toMatchObject([
    { title: 'both sides of a trade were notified', checked: 2 * trades, violations: 2 * trades },
  ]);
  await beginNotifications(rows[0]?.at);
}

/** Restores a backup of the database into an empty one by the command line. */
async function restoreBackup() {
  const file = path.join(folder, 'upgraded.backup');
  await backUp({ pool: database.pool, file, secret: null, now: new Date() });
  const target = await createTestDatabase({ empty: true, hasTimeLimits: false });
  try {
    const environment = { DATABASE_URL: databaseUrl(target), DATA_DIR: path.join(folder, 'data') };
    return await runPerkex(environment, 'restore', file);
  } finally {
    await target.close();
  }
}

describe('a database of the first release', () => {
  const FIRST_LATER = '0006_refusals_and_limits.sql';
  const at = yesterday;
  const id = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;

  it('is migrated to this version and loses nothing, and its backup restores with a clean audit', async () => {
    await migrateUntil(FIRST_LATER);
    await database.pool.query(`
      insert into products (id, name, brand) values (1, 'Shoe', 'Test');
      insert into books values (1, '9', 6, 20000, 10000, 1, 1, 1, 15000);
      insert into orders values
        (1, '9', 1, 'ann', '${id(1)}', 'ask', 'ask', 15000, 'traded', 2, '${at}'),
        (1, '9', 2, 'bob', '${id(2)}', 'buy', 'bid', 15000, 'traded', 2, '${at}'),
        (1, '9', 3, 'ann', '${id(3)}', 'ask', 'ask', 20000, 'open', null, '${at}'),
        (1, '9', 4, 'bob', '${id(4)}', 'bid', 'bid', 10000, 'open', null, '${at}'),
        (1, '9', 5, 'ann', '${id(5)}', 'ask', 'ask', 30000, 'removed', 6, '${at}');
      insert into trades values
        (1, '${id(9)}', '9', 2, 1, 2, 'ann', 'bob', 15000, 12200, 16450, 4250, '${at}');
      insert into events values
        (1, '9', 1, 'rested', 1, '${at}'), (1, '9', 2, 'traded', 1, '${at}'),
        (1, '9', 3, 'rested', 3, '${at}'), (1, '9', 4, 'rested', 4, '${at}'),
        (1, '9', 5, 'rested', 5, '${at}'), (1, '9', 6, 'removed', 5, '${at}');
      insert into answers values
        ('ann', '${id(1)}', 'ask', 1, '9', 1, 15000, null), ('bob', '${id(2)}', 'buy', 1, '9', 2, 15000, 15000),
        ('ann', '${id(3)}', 'ask', 1, '9', 3, 20000, null), ('bob', '${id(4)}', 'bid', 1, '9', 4, 10000, null),
        ('ann', '${id(5)}', 'ask', 1, '9', 5, 30000, null);
      insert into past_sales values (1, '${id(8)}', '9', 14000, '${at}');
      insert into accounts (user_id, street, payout, payment, created_at) values
        ('ann', 'Main', 'CC', 'PAYPAL', '${beforeThat}'), ('bob', 'Main', 'CC', 'PAYPAL', '${beforeThat}');
      insert into identity_users (id, name, email) values ('ann', 'Ann', 'ann@shop.example');
      insert into identity_sessions (id, token, user_id, expires_at) values ('s', 't', 'ann', '${at}');
      insert into identity_logins (id, user_id, provider_id, account_id, password) values
        ('l', 'ann', 'credential', 'ann', 'a hash'), ('g', 'ann', 'github', '17', null);
      insert into identity_verifications (id, identifier, value, expires_at) values ('v', 'i', 'x', '${at}');
      insert into identity_challenges values ('h', 'link', 'ann', '{}', 1, '${at}');
      insert into identity_authenticator_apps values ('ann', 'sealed', 7, '${at}', '${at}');
      insert into identity_phones values ('ann', 'sealed', '•••• 0100', '${at}', '${at}');
      insert into identity_phone_codes values ('p', 'ann', 'h', 0, 1, '${at}');
      insert into identity_recovery_codes values ('ann', 'h');
      insert into identity_trusted_devices values ('h', 'ann', '${at}');`);
    const before = await rowsOfTables(await tables());
    expect(before.filter(([, rows]) => rows.length === 0)).toEqual([]);
    expect(await migrate(database.pool)).toEqual(everyMigration.slice(everyMigration.indexOf(FIRST_LATER)));
    const after = new Map(await rowsOfTables(await tables()));
    // Orders now hold this data, except for cancellations.
    const isNoMore = (name: string) => ['migrations', 'answers', 'events'].includes(name);
    for (const [table, rows] of before.filter(([name]) => !isNoMore(name))) {
      expect({ [table]: after.get(table) }).toMatchObject({ [table]: rows.map(inTheWordsOfToday) });
    }
    expect(after.get('orders')).toMatchObject(
      [null, 15_000, null, null, null].map((traded_price_cents) => ({ traded_price_cents })),
    );
    expect(after.get('cancellations')).toEqual([
      { product_id: 1, size: '9', seq: 6, order_seq: 5, at: new Date(at) },
    ]);
    await transaction(database.pool, renewHistory);
    await expectCleanAuditOf(1);
    expect(await restoreBackup()).toMatchObject({ code: 0 });
  });
});

describe('a database whose products had few facts', () => {
  it('keeps the facts they had', async () => {
    await migrateUntil('0020_product_facts.sql');
    await database.pool.query(`
      insert into products (name, brand, thumbnail, retail_price_cents, release_date, drawing) values
        ('Shoe', 'Test', '/drawings/1.svg', 18000, '2022-11-19', '{"silhouette": "mid", "colours": {}}'),
        ('Bare', '', '', null, null, null)`);
    const read = async () => (await database.pool.query('select * from products order by id')).rows;
    const before = await read();
    await migrate(database.pool);
    expect(await read()).toEqual(
      before.map((product) => ({
        ...product,
        style_code: null,
        colourway: null,
        model: null,
        nickname: null,
        kind: null,
        description: null,
        trades_from: null,
        hidden_at: null,
        hidden_by: null,
        merged_into: null,
      })),
    );
  });
});

describe('a database with deals', () => {
  it('flags the trades of those in progress, and those that were undone', async () => {
    await migrateUntil('0047_open_deals.sql');
    const deals: [size: string, columns: string, values: string][] = [
      ['unpaid', 'state', `'unpaid'`],
      ['complete', 'state', `'complete'`],
      ['closed', 'state', `'closed'`],
      ['cancelled', 'state, cancellation', `'cancelled', 'undone'`],
      ['holds money', 'state, cancellation, held_cents', `'cancelled', 'undone', 1`],
      ['may be appealed', 'state, cancellation, penalty', `'cancelled', 'payment', 'pending'`],
      ['is charged', 'state, cancellation, penalty', `'cancelled', 'payment', 'charged'`],
    ];
    for (const [size, columns, values] of deals) {
      await database.pool.query(`
        with trade as (
          insert into trades values (1, gen_random_uuid(), '${size}', 2, 1, 2, 'ann', 'bob', 100, 100, 100, 0, now())
          returning product_id, id
        )
        insert into deals (product_id, id, is_relisting, is_pair_here, first_method, first_due_at, at, parcel_in, method,
          hash, ${columns})
        select product_id, id, true, false, 'card', now(), now(), 'none', 'card', '', ${values} from trade`);
    }
    await database.pool.query(`
      insert into deal_events (product_id, deal_id, version, event, data, actor_kind, at, previous_hash, hash)
      select product_id, id, 1, 'undo', '{}', 'seller', now(), '', '' from trades where size = 'cancelled'`);
    await migrate(database.pool);
    const sizesOf = async (condition: string) => {
      const { rows } = await database.pool.query(`select size from trades where ${condition} order by size`);
      return rows.map(({ size }) => size);
    };
    expect(await sizesOf('has_open_deal')).toEqual(['holds money', 'may be appealed', 'unpaid']);
    expect(await sizesOf(`undone_by = 'seller'`)).toEqual(['cancelled']);
    expect(await sizesOf('undone_by is null')).toHaveLength(deals.length - 1);
  });
});

describe('a database with deals that ended undone or unpaid', () => {
  it('has their sales as void ones, and their figures are rebuilt at the next start', async () => {
    await migrateUntil('0050_void_sales.sql');
    const sales: [size: string, dollars: number, cancellation: string | null][] = [
      ['9', 200, null],
      ['9', 300, 'undone'],
      ['9', 100, 'payment'],
      ['10', 250, 'undone'],
      ['11', 210, 'by-us'],
      ['11', 220, 'not-shipped'],
    ];
    await database.pool.query(`insert into products (id, name, brand) values (1, 'Shoe', 'Test')`);
    await database.pool.query(`update feed_readers set rules = $1 where reader = 'history'`, [HISTORY_RULES]);
    for (const [index, [size, dollars, cancellation]] of sales.entries()) {
      const seq = 2 * index + 2;
      const id = `01900000-0000-7000-8000-00000000000${index}`;
      await database.pool.query(`
        insert into books (product_id, size, seq, trades, last_trade_cents) values (1, '${size}', ${seq}, 1, ${dollars}00)
        on conflict (product_id, size) do update set seq = ${seq}, trades = books.trades + 1,
          last_trade_cents = ${dollars}00;
        insert into trades (product_id, id, size, seq, ask_seq, bid_seq, seller_id, buyer_id, price_cents,
          seller_total_cents, buyer_total_cents, platform_cents, traded_at)
        values (1, '${id}', '${size}', ${seq}, ${seq - 1}, ${seq}, 'ann${index}', 'bob${index}', ${dollars}00, 100, 100,
          0, to_timestamp(${0x01900000 * 2 ** 16} / 1000.0));
        insert into deals (product_id, id, is_relisting, is_pair_here, first_method, first_due_at, at, parcel_in, method,
          hash, state, cancellation)
        values (1, '${id}', true, false, 'card', now(), now(), 'none', 'card', '',
          '${cancellation ? 'cancelled' : 'complete'}', ${cancellation ? `'${cancellation}'` : 'null'})`);
    }
    await database.pool.query(
      `insert into sale_days values (1, '', '2024-06-09', 6, gen_random_uuid(), gen_random_uuid(), 1, 1, 1, 1, 1, 1)`,
    );
    await migrate(database.pool);
    await transaction(database.pool, renewHistory);
    const rowsOf = async (sql: string) => (await database.pool.query({ text: sql, rowMode: 'array' })).rows;
    expect(await rowsOf('select price_cents / 100 from trades where is_void order by 1')).toEqual([
      [100],
      [250],
      [300],
    ]);
    expect(
      await rowsOf(`select size, sales, sum_cents::int / 100, high_cents / 100, close_cents / 100 from sale_days
                    order by size`),
    ).toEqual([
      ['', 3, 630, 220, 220],
      ['11', 2, 430, 220, 220],
      ['9', 1, 200, 200, 200],
    ]);
  });
});

describe('a database with deals that were not paid', () => {
  it('knows which of them count for their buyers', async () => {
    await migrateUntil('0110_failed_payments.sql');
    await database.pool.query(`insert into accounts (user_id) values ('ann'), ('bob')`);
    const id = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;
    const deals = [
      ['ann', 'payment', 'pending'],
      ['ann', 'payment', 'charged'],
      ['ann', 'payment', 'waived'],
      ['ann', 'not-shipped', 'charged'],
      ['gone', 'payment', 'charged'],
    ];
    for (const [index, [buyer, cancellation, penalty]] of deals.entries()) {
      const key = `1, '${id(index)}'`;
      await database.pool.query(`
        insert into trades (product_id, id, size, seq, ask_seq, bid_seq, seller_id, buyer_id, price_cents,
          seller_total_cents, buyer_total_cents, platform_cents, traded_at)
        values (${key}, '${index}', 2, 1, 2, 'bob', '${buyer}', 10000, 100, 100, 0, now());
        insert into deals (product_id, id, is_relisting, is_pair_here, first_method, first_due_at, at, parcel_in, method,
          hash, state, cancellation, penalty)
        values (${key}, true, false, 'card', now(), now(), 'none', 'card', '', 'cancelled', '${cancellation}',
          '${penalty}');
        insert into deal_events (product_id, deal_id, version, event, data, actor_kind, at, due_at, previous_hash, hash)
        values (${key}, 1, 'payment-declined', '{}', 'clock', '2026-11-01', '2026-11-02', '', ''),
          (${key}, 2, 'deadline-passed', '{}', 'clock', '2026-11-02', '2026-11-04', '', ''),
          (${key}, 3, 'deadline-passed', '{}', 'clock', '2026-11-04', null, '', '')`);
    }
    await migrate(database.pool);
    const { rows } = await database.pool.query(
      'select user_id, failed_payments from accounts order by user_id',
    );
    const failedAtMs = Date.UTC(2026, 10, 2);
    expect(rows).toEqual([
      { user_id: 'ann', failed_payments: { [id(0)]: failedAtMs, [id(1)]: failedAtMs } },
      { user_id: 'bob', failed_payments: {} },
    ]);
  });
});

describe('a database whose users owe money', () => {
  it('knows since when, from the oldest line of the debt', async () => {
    await migrateUntil('0069_limits_of_users.sql');
    await database.pool.query(`
      insert into accounts (user_id) values ('ann'), ('bob'), ('cid');
      insert into money_sums (user_id, penalty_cents, fees_owed_cents, settled_cents)
      values ('ann', 3000, 900, 500), ('bob', 3000, 0, 3000), ('gone', 3000, 0, 0);
      insert into money_lines (deal_id, user_id, kind, product_id, place, cents, at) values
        (gen_random_uuid(), 'ann', 'fees-owed', 1, 'owed', 900, '2026-11-05'),
        (gen_random_uuid(), 'ann', 'penalty', 1, 'owed', 3000, '2026-11-03'),
        (gen_random_uuid(), 'ann', 'settled', 1, 'owed', 500, '2026-11-01')`);
    await migrate(database.pool);
    const { rows } = await database.pool.query(
      `select user_id, debt_cents::int, owes_since = '2026-11-03' as since from accounts order by user_id`,
    );
    expect(rows).toEqual([
      { user_id: 'ann', debt_cents: 3400, since: true },
      { user_id: 'bob', debt_cents: 0, since: null },
      { user_id: 'cid', debt_cents: 0, since: null },
    ]);
  });
});

describe('a database whose jobs each sent one mail', () => {
  it('still has each of them to send', async () => {
    await migrateUntil('0026_mails_together.sql');
    await database.pool.query(`
      insert into jobs (kind, data) values ('notice-mail', '{"noticeId": "n1"}'), ('old-pictures', '{"hashes": []}')`);
    await migrate(database.pool);
    const { rows } = await database.pool.query('select data from jobs order by kind');
    expect(rows).toEqual([{ data: { noticeIds: ['n1'] } }, { data: { hashes: [] } }]);
  });
});

describe('a database with entries of the feed that its consumers have not read', () => {
  it('still notifies the owner of an order that the platform has cancelled', async () => {
    await migrateUntil('0034_cancellation_reasons.sql');
    const productId = 1;
    const ask = (seq: number, userId: string) => ({ seq, userId, side: 'ask', status: 'cancelled' });
    const book = {
      productId,
      size: '9',
      seq: 6,
      lowestAskCents: null,
      highestBidCents: null,
      openAsks: 0,
      openBids: 0,
      trades: [],
      outbid: [],
      atMs: Date.parse(yesterday),
      orders: [ask(1, 'ann'), { ...ask(2, 'bob'), isByHouse: true }, { ...ask(3, '"isByHouse": true') }],
    };
    const stream = '00000000-0000-4000-8000-000000000001';
    await database.pool.query(`insert into lanes (lane, seen_at) values ($1, now())`, [stream]);
    await database.pool.query(
      `insert into batches (lane, seq, product_id, changes, at) values ($1, 1, $2, $3, now())`,
      [stream, productId, JSON.stringify({ books: [book], notified: [] })],
    );
    await migrate(database.pool);
    const { rows } = await database.pool.query<{ changes: EntryChanges }>('select changes from batches');
    const [{ changes } = { changes: {} }] = rows;
    expect(BOOK_CHANGES.isValidIn(changes)).toBe(true);
    expect(BOOK_CHANGES.in(changes).flatMap(notificationsOf)).toMatchObject([
      { kind: 'removed', userId: 'bob', orderSeq: 2 },
    ]);
    expect(BOOK_CHANGES.in(changes)[0]?.orders[2]?.userId).toBe('"isByHouse": true');
  });
});

describe('a database in which answers and events had tables of their own', () => {
  const at = yesterday;

  /**
   * This many books with the same history: an ask (1), a bid that trades with it (2), an ask (3) and its cancellation
   * (4),
   * and a bid that rests (5). Ann asks, Bob bids; a sale of hers was refused before.
   */
  async function fill(books: number): Promise<void> {
    await database.pool.query(
      `insert into products (name) select 'Product ' || number from generate_series(1, $1::int) as number`,
      [books],
    );
    await database.pool.query(`
      insert into accounts (user_id, created_at) values ('ann', '${beforeThat}'), ('bob', '${beforeThat}');
      insert into books select id, '9', 5, null, 10000, 0, 1, 1, 20000 from products;
      create temporary table placed as
        select product.id as product_id, '9'::text as size, o.*, md5(product.id || '/' || o.seq)::uuid as order_id
        from products as product cross join (values
          (1, 'ann', 'ask', 'ask', 20000, 'traded', 2, null), (2, 'bob', 'bid', 'bid', 25000, 'traded', 2, 20000),
          (3, 'ann', 'ask', 'ask', 30000, 'cancelled', 4, null), (5, 'bob', 'bid', 'bid', 10000, 'open', null, null)
        ) as o (seq, user_id, call, side, price_cents, status, closed_seq, traded_price_cents);
      insert into orders select product_id, size, seq, user_id, order_id, call, side, price_cents, status, closed_seq, '${at}'
        from placed;
      insert into client_order_ids
        select user_id, order_id, call, product_id, size, seq, price_cents, traded_price_cents from placed;
      insert into client_order_ids
        select 'ann', md5(id || '/refused')::uuid, 'sell', id, '9', null, 9900, null, 'no-bids', '${at}' from products;
      insert into trades
        select product_id, md5(product_id || '/trade')::uuid, '9', 2, 1, 2, 'ann', 'bob', 20000, 16500, 21600, 5100, '${at}'
        from placed where seq = 1;
      insert into events
        select id, '9', event.seq, event.kind, event.order_seq, '${at}'
        from products cross join (values
          (1, 'rested', 1), (2, 'traded', 1), (3, 'rested', 3), (4, 'cancelled', 3), (5, 'rested', 5)
        ) as event (seq, kind, order_seq);`);
  }

  it('answers every resend as before, and its data about its books are still sound', async () => {
    await migrateUntil('0018_fewer_rows.sql');
    await fill(20);
    const { rows: judged } = await database.pool.query<JudgedBefore>(`select * from client_order_ids`);
    await migrate(database.pool);
    await transaction(database.pool, rebuildSaleDays);
    await expectCleanAuditOf(20);
    const engine = openEngine(database);
    expect(judged).toHaveLength(100);
    for (const { user_id, order_id, product_id, price_cents, size, call, seq, ...answer } of judged) {
      const resent = order(call, user_id, price_cents / 100, {
        orderId: order_id,
        productId: product_id,
        size,
      });
      const first =
        answer.refusal !== null
          ? { kind: 'refused', code: answer.refusal }
          : answer.traded_price_cents !== null
            ? { kind: 'traded', seq, priceCents: answer.traded_price_cents }
            : { kind: 'rested', seq };
      expect(await engine.submit(resent)).toEqual(first);
      const another = { ...resent, priceCents: price_cents + 100 };
      expect(await engine.submit(another)).toEqual({ kind: 'refused', code: 'id-reused' });
    }
    await engine.close();
    const { rows } = await database.pool.query('select count(*)::int as orders from orders');
    expect(rows).toEqual([{ orders: 80 }]);
  });

  it('is left as it is where an acknowledged order is missing', async () => {
    await migrateUntil('0018_fewer_rows.sql');
    await fill(1);
    await database.pool.query('delete from orders where seq = 3');
    await expect(migrate(database.pool)).rejects.toThrow('has answers of orders that are not there');
    expect(await tables()).toContain('client_order_ids');
  });

  /** For any number of orders: MIGRATED_ORDERS=1000000 npx vitest run migrations */
  const ORDERS = Number(process.env.MIGRATED_ORDERS ?? 0);
  it.skipIf(ORDERS === 0)(`with ${ORDERS} orders is migrated in seconds`, { timeout: 600_000 }, async () => {
    const patient = await createTestDatabase({ empty: true, hasTimeLimits: false });
    await database.close();
    database = patient;
    await migrateUntil('0018_fewer_rows.sql');
    await fill(ORDERS / 4);
    const startMs = performance.now();
    await migrate(database.pool);
    console.log(`${ORDERS} orders in ${((performance.now() - startMs) / 1000).toFixed(1)} s`);
  });
});

/** A row of the former table of client order ids. */
interface JudgedBefore {
  readonly user_id: string;
  readonly order_id: string;
  readonly call: OrderCall;
  readonly product_id: number;
  readonly size: string;
  readonly seq: number | null;
  readonly price_cents: number;
  readonly traded_price_cents: number | null;
  readonly refusal: string | null;
}

/** An order that left its book untraded was called removed. Books no longer have their last price. */
function inTheWordsOfToday(row: object): object {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([column]) => column !== 'last_trade_cents')
      .map(([column, value]) => [column, value === 'removed' ? 'cancelled' : value]),
  );
}

async function rowsOfTables(names: readonly string[]): Promise<[string, object[]][]> {
  return Promise.all(
    names.map(async (name): Promise<[string, object[]]> => {
      const { rows } = await database.pool.query<object>(`select * from ${name} as t order by t::text`);
      return [name, rows];
    }),
  );
}
