import { randomUUID } from 'node:crypto';
import type { OrderCall } from '@perkex/core/order-book/order.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit } from '../src/audit/audit.js';
import { CHECKS } from '../src/audit/checks.js';
import { auditDeals } from '../src/audit/deals.js';
import { auditLedger } from '../src/audit/ledger.js';
import { auditPayments } from '../src/audit/payments.js';
import type { Database } from '../src/database/connect.js';
import { consumeNext } from '../src/feed/consume.js';
import { NotificationWriter } from '../src/notifications/notification-writer.js';
import { NotificationsConsumer } from '../src/notifications/notifications-consumer.js';
import { updateHistory } from '../src/sales/history-consumer.js';
import { silentFeed } from './consumers.js';
import { buildProducts, buildTraders, cancellation, openEngine, order } from './market.js';
import { createTestDatabase } from './test-database.js';

let database: Database;

/**
 * One book with every kind of order. By seq: asks at 110 (1) and 120 (2), bids at 90 (3) and 80 (4), a purchase of the
 * ask at 110 (5), a sale to the bid at 90 (6), an ask at 150 (7) and its cancellation (8), an ask at 130 (9).
 */
beforeAll(async () => {
  database = await createTestDatabase();
  await buildTraders(database, 'ann', 'bob', 'cid');
  const [productId = 0] = await buildProducts(database, ['Audited'], ['9']);
  const engine = openEngine(database);
  const place = async (call: OrderCall, userId: string, dollars: number) => {
    const placed = order(call, userId, dollars, { productId });
    await engine.submit(placed);
    return placed.orderId;
  };
  await place('ask', 'ann', 110);
  await place('ask', 'ann', 120);
  await place('bid', 'bob', 90);
  await place('bid', 'bob', 80);
  await place('buy', 'cid', 115);
  await place('sell', 'cid', 85);
  const taken = await place('ask', 'ann', 150);
  await engine.submit(await cancellation(database, 'ask', 'ann', taken));
  await place('ask', 'cid', 130);
  await engine.close();
  await consumeNext(database.pool, new NotificationsConsumer(new NotificationWriter(silentFeed, null)));
  await updateHistory(database.pool, randomUUID);
  await dropConstraints();
});

afterAll(() => database.close());

/** Makes every corruption possible: the audit must also find those that the database itself refuses. */
async function dropConstraints(): Promise<void> {
  const { rows } = await database.pool.query<{ statement: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as statement
     from pg_constraint where contype in ('c', 'u')
       and conrelid in ('books'::regclass, 'orders'::regclass, 'trades'::regclass, 'cancellations'::regclass,
         'sale_days'::regclass, 'first_partners'::regclass, 'notices'::regclass)
     union all select 'drop index orders_by_id'`,
  );
  for (const { statement } of rows) {
    await database.pool.query(statement);
  }
}

/** Restores every row of the market. */
const TABLES = [
  'books',
  'orders',
  'trades',
  'cancellations',
  'refusals',
  'sale_days',
  'odd_sales',
  'first_partners',
  'notices',
  'product_pictures',
  'lanes',
  'api_keys',
  'event_heads',
  'user_events',
  'webhooks',
  'vacations',
  'vacation_asks',
  'price_rules',
];

async function keepCopies(): Promise<void> {
  for (const table of TABLES) {
    await database.pool.query(`create table if not exists sound_${table} as table ${table}`);
  }
}

async function restore(): Promise<void> {
  for (const table of TABLES) {
    await database.pool.query(`delete from ${table}`);
    await database.pool.query(`insert into ${table} table sound_${table}`);
  }
}

/** The titles of the checks that report violations after these statements. */
async function foundAfter(spoiling: string): Promise<Map<string, string[]>> {
  await keepCopies();
  try {
    await database.pool.query(spoiling);
    const results = await audit(database.pool);
    return new Map(
      results.filter(({ violations }) => violations > 0).map(({ title, examples }) => [title, examples]),
    );
  } finally {
    await restore();
  }
}

const GROUPS = 'a bid over several sizes trades once, and then none of its orders is open';
const CROSSED = 'the highest open bid is below the lowest open ask';
const REPLAY = 'the best price traded first, then the older order, replayed one by one';
const TRADE_PRICE = 'a trade has the resting order’s price, within both limits';
const PARTNERS = 'an order trades at most once, one ask with one bid of its book, as both orders tell';
const STATUSES = 'open, traded and cancelled orders are what trades and cancellations say';
const ANSWERS = 'an order remembers the answer that it got';
const LIFETIME = 'an order trades before its lifetime ends';
const SELF_TRADE = 'buyer and seller differ';
const COUNTS = 'accepted orders are open, traded or cancelled; traded ones are two a trade';
const GAPS = 'the numbers of a book have no gaps';
const MONEY = 'money is whole dollars a price, and to the cent what the trade froze';
const SUMMARY = 'a book’s summary is what its orders and trades say';
const IDS = 'an id of a user names one order of a product, accepted or refused by its book';
const UNTOLD = 'both sides of a trade were notified';
const NOTICES = 'a notification of a trade matches the trade';
const STREAMS = 'every entry of the feed belongs to a stream';
const KEYS = 'what a key has used of the limit of a day is the sum of its orders';
const VACATIONS = 'a paused ask is a cancelled ask of its seller, at its price';
const RULES = 'a rule that keeps an ask the lowest is for an ask of its seller';
const COPIES = 'the events of a drop copy have numbers without gaps, up to the newest';
const WEBHOOKS = 'a webhook delivers no event beyond the newest of its drop copy';
const PICTURES = 'a product with pictures shows the first that could be had';
const HIDDEN = 'the books of hidden products are closed and empty, and no others are closed';
const DAYS = 'the days of sales are what the sales say';
const ODD = 'the odd sales are those that the rules call odd';
const FIRST_PARTNERS = 'the first partner of a user is what the trades say';

/** Each corruption, and the violation that its check reports. */
const SPOILINGS: readonly (readonly [title: string, what: string, sql: string, says: RegExp])[] = [
  [HIDDEN, 'a closed book of a traded product', 'update books set is_closed = true', /a book is closed/],
  [
    CROSSED,
    'a bid above the lowest ask',
    'update orders set price_cents = 12500 where seq = 4',
    /bid 12500 crosses ask 12000/,
  ],
  [
    CROSSED,
    'a bid at the lowest ask',
    'update orders set price_cents = 12000 where seq = 4',
    /bid 12000 crosses ask 12000/,
  ],
  [
    REPLAY,
    'a trade past the best price',
    'update orders set price_cents = 10000 where seq = 2',
    /order 5 traded with order 1, the best to cross was 2/,
  ],
  [
    REPLAY,
    'a trade past the older order',
    `update orders set price_cents = 11000 where seq = 2; update trades set ask_seq = 2 where seq = 5`,
    /order 5 traded with order 2, the best to cross was 1/,
  ],
  [
    REPLAY,
    'an order that rests although it crosses one',
    'update orders set price_cents = 7000 where seq = 9',
    /order 9 rested, the best to cross was 4/,
  ],
  [
    REPLAY,
    'a trade with what its limit does not allow',
    'update orders set price_cents = 10500 where seq = 5',
    /order 5 traded with order 1, the best to cross was none/,
  ],
  [
    REPLAY,
    'the cancellation of what is not open',
    'update cancellations set order_seq = 1 where seq = 8',
    /cancellation 8 is of order 1, which is not open/,
  ],
  [
    REPLAY,
    'a cancellation without its order',
    'delete from orders where seq = 7',
    /cancellation 8 is of order 7, which is not open/,
  ],
  [
    TRADE_PRICE,
    'a trade at another price',
    'update trades set price_cents = 11100 where seq = 5',
    /trade 5 at 11100/,
  ],
  [
    TRADE_PRICE,
    'a trade above the buyer’s limit',
    'update orders set price_cents = 10900 where seq = 5',
    /trade 5 at 11000/,
  ],
  [
    TRADE_PRICE,
    'a trade below the seller’s limit',
    'update orders set price_cents = 9500 where seq = 6',
    /trade 6 at 9000/,
  ],
  [TRADE_PRICE, 'a trade whose order is missing', 'delete from orders where seq = 5', /trade 5 at 11000/],
  [
    PARTNERS,
    'an order that trades twice',
    'update trades set ask_seq = 1 where seq = 6',
    /trade 6 of orders 1 and 3/,
  ],
  [
    PARTNERS,
    'a trade of another seller',
    `update trades set seller_id = 'bob' where seq = 5`,
    /trade 5 of orders 1 and 5/,
  ],
  [
    PARTNERS,
    'a trade of another buyer',
    `update trades set buyer_id = 'bob' where seq = 5`,
    /trade 5 of orders 1 and 5/,
  ],
  [
    PARTNERS,
    'a trade of two bids',
    `update orders set side = 'bid' where seq = 1`,
    /trade 5 of orders 1 and 5/,
  ],
  [
    PARTNERS,
    'a trade that is not the arriving order’s',
    'update trades set seq = 1 where seq = 5',
    /trade 1 of orders 1 and 5/,
  ],
  [
    PARTNERS,
    'a trade that its resting order does not tell',
    'update orders set closed_seq = 6 where seq = 1',
    /trade 5 of orders 1 and 5/,
  ],
  [PARTNERS, 'a trade that is gone', 'delete from trades where seq = 5', /2 orders traded at once, 1 trades/],
  [
    STATUSES,
    'a cancelled order that is open again',
    `update orders set status = 'open', closed_seq = null where seq = 7`,
    /order 7 is open/,
  ],
  [
    STATUSES,
    'a traded order that is cancelled',
    `update orders set status = 'cancelled' where seq = 1`,
    /order 1 is cancelled/,
  ],
  [
    STATUSES,
    'an open order that was cancelled without a cancellation',
    `update orders set status = 'cancelled', closed_seq = 9 where seq = 2`,
    /order 2 is cancelled/,
  ],
  [
    STATUSES,
    'an order closed by another command',
    'update orders set closed_seq = 6 where seq = 1',
    /order 1 is traded/,
  ],
  [
    STATUSES,
    'an order that ended twice',
    'update cancellations set order_seq = 1 where seq = 8',
    /order 1 ended twice/,
  ],
  [
    ANSWERS,
    'the answer of another trade',
    'update orders set traded_price_cents = 9900 where seq = 5',
    /order 5 was answered a trade at 9900/,
  ],
  [
    ANSWERS,
    'the answer of a trade that rests',
    'update orders set traded_price_cents = null where seq = 5',
    /order 5 was answered that it rests/,
  ],
  [
    ANSWERS,
    'a trade that was answered to an order that rested',
    'update orders set traded_price_cents = 11000 where seq = 4',
    /order 4 was answered a trade at 11000/,
  ],
  [
    LIFETIME,
    'a trade with an expired order',
    'update orders set expires_at = accepted_at where seq = 1',
    /trade 5/,
  ],
  [
    GROUPS,
    'two trades of one bid over several sizes',
    `update orders set group_id = '00000000-0000-4000-8000-000000000001', user_id = 'bob' where seq in (3, 5)`,
    /group 00000000-0000-4000-8000-000000000001 of product/,
  ],
  [
    GROUPS,
    'an open order of a bid that has traded in another size',
    `update orders set group_id = '00000000-0000-4000-8000-000000000001' where seq in (3, 4)`,
    /group 00000000-0000-4000-8000-000000000001 of product/,
  ],
  [SELF_TRADE, 'a trade with oneself', `update trades set seller_id = 'cid' where seq = 5`, /trade 5/],
  [
    COUNTS,
    'an order that is nothing',
    `update orders set status = 'lost' where seq = 4`,
    /8 orders, 1 cancellations, 2 trades/,
  ],
  [
    COUNTS,
    'an order that is gone',
    'delete from orders where seq = 9',
    /7 orders, 1 cancellations, 2 trades/,
  ],
  [
    COUNTS,
    'one more traded order',
    `update orders set status = 'traded' where seq = 4`,
    /8 orders, 1 cancellations, 2 trades/,
  ],
  [
    COUNTS,
    'one more cancelled order',
    `update orders set status = 'cancelled' where seq = 4`,
    /8 orders, 1 cancellations, 2 trades/,
  ],
  [COUNTS, 'a book that is gone', 'delete from books', /8 orders, 1 cancellations, 2 trades/],
  [GAPS, 'an order that is gone', 'delete from orders where seq = 4', /4 is missing/],
  [GAPS, 'a cancellation that is gone', 'delete from cancellations', /8 is missing/],
  [
    GAPS,
    'a book whose seq is ahead of its orders',
    'update books set seq = 10',
    /seq is 10 after 9 commands/,
  ],
  [GAPS, 'a book whose seq is behind its orders', 'update books set seq = 8', /seq is 8 after 9 commands/],
  [MONEY, 'an order at cents', 'update orders set price_cents = 8050 where seq = 4', /order 4 at 8050 cents/],
  [
    MONEY,
    'a seller who gets a cent more',
    'update trades set seller_total_cents = seller_total_cents + 1 where seq = 5',
    /trade 5/,
  ],
  [
    MONEY,
    'a buyer who pays a cent more',
    'update trades set buyer_total_cents = buyer_total_cents + 1 where seq = 5',
    /trade 5/,
  ],
  [
    MONEY,
    'a platform that gets a cent more',
    'update trades set platform_cents = platform_cents + 1 where seq = 5',
    /trade 5/,
  ],
  [
    SUMMARY,
    'a wrong lowest ask',
    'update books set lowest_ask_cents = 12500',
    /lowestAskCents is 12500, should be 12000/,
  ],
  [
    SUMMARY,
    'a wrong highest bid',
    'update books set highest_bid_cents = 7900',
    /highestBidCents is 7900, should be 8000/,
  ],
  [SUMMARY, 'a wrong number of asks', 'update books set open_asks = 3', /openAsks is 3, should be 2/],
  [SUMMARY, 'a wrong number of bids', 'update books set open_bids = 2', /openBids is 2, should be 1/],
  [SUMMARY, 'a wrong number of trades', 'update books set trades = 3', /trades is 3, should be 2/],
  [SUMMARY, 'a book that is gone', 'delete from books', /the book itself is missing/],
  [
    DAYS,
    'a sale that is counted twice',
    'update sale_days set sales = sales + 1',
    /^product 1, all sizes on /,
  ],
  [
    ODD,
    'a sale that is usual',
    `insert into odd_sales select product_id, id, size, 'price' from trades where seq = 5`,
    /^product 1, sale \S+ is usual, not price$/,
  ],
  [
    ODD,
    'a sale that does not exist',
    `insert into odd_sales select product_id, '019a0000-0000-7000-8000-000000000001', size, 'repeat' from trades limit 1`,
    /^product 1, sale 019a0000-0000-7000-8000-000000000001 does not exist$/,
  ],
  [
    FIRST_PARTNERS,
    'another partner',
    `update first_partners set partner_id = 'bob' where user_id = 'ann'`,
    /^user ann$/,
  ],
  [
    FIRST_PARTNERS,
    'another first trade',
    `update first_partners set first_trade_id = other_trade_id where user_id = 'cid'`,
    /^user cid$/,
  ],
  [
    FIRST_PARTNERS,
    'no trade with another user',
    `update first_partners set other_trade_id = null where user_id = 'cid'`,
    /^user cid$/,
  ],
  [FIRST_PARTNERS, 'a user who is gone', `delete from first_partners where user_id = 'bob'`, /^user bob$/],
  [
    FIRST_PARTNERS,
    'a user without trades',
    `insert into first_partners select 'dan', 'ann', first_trade_id from first_partners limit 1`,
    /^user dan$/,
  ],
  [DAYS, 'a day that is gone', `delete from sale_days where size = '9'`, /^product 1, size 9 on /],
  [
    IDS,
    'an id of two orders',
    `with other as materialized (select order_id from orders where seq = 3)
     update orders set order_id = other.order_id from other where seq = 4`,
    /^user bob, id /,
  ],
  [
    IDS,
    'an accepted order that was also refused',
    `insert into refusals select user_id, order_id, product_id, size, call, price_cents, 'no-asks', now()
     from orders where seq = 4`,
    /^user bob, id /,
  ],
  [
    UNTOLD,
    'a buyer who was not notified',
    `delete from notices where user_id = 'cid' and side = 'bid'`,
    /^trade \S+ of user cid$/,
  ],
  [
    UNTOLD,
    'a first trade without notices',
    'delete from notices where trade_id = (select id from trades order by traded_at limit 1)',
    /^trade (\S+) of user ann\ntrade \1 of user cid$/,
  ],
  [
    UNTOLD,
    'a notification of another user',
    `update notices set user_id = 'ann'`,
    / of user cid\n.* of user bob\n.* of user cid$/,
  ],
  [
    PICTURES,
    'a picture that is not shown',
    `insert into product_pictures (product_id, position, source_url, hash, width, height, placeholder)
     select id, 0, 'https://a.example/', repeat('0a', 16), 9, 9, 'data:,' from products`,
    /^product \d+ shows \S+$/,
  ],
  [STREAMS, 'entries without a stream', 'delete from lanes', /^stream \S+, entry 1\n/],
  [NOTICES, 'a trade that is gone', 'delete from trades where seq = 5', /^notice \S+\nnotice \S+$/],
  [NOTICES, 'another price', `update notices set price_cents = 1 where user_id = 'bob'`, /^notice \S+$/],
  [
    KEYS,
    'an order that is not counted',
    `insert into api_keys (user_id, id, key_hash, name, scopes, placed_on, placed_cents)
     values ('ann', '00000000-0000-4000-8000-000000000000', '', '', '{trade}', now(), 100)`,
    /^key 0{8}-\S+ of user ann$/,
  ],
  [
    COPIES,
    'a missing event',
    `with head as (insert into event_heads (user_id, last_number) values ('ann', 3))
     insert into user_events (user_id, number, kind, data, happened_at, saved_at)
     select 'ann', number, 'order', '{}', now(), now() from unnest('{1, 3}'::int[]) as number`,
    /^user ann$/,
  ],
  [
    COPIES,
    'an event without a number of its own',
    `insert into user_events (user_id, number, kind, data, happened_at, saved_at)
     values ('bob', 1, 'order', '{}', now(), now())`,
    /^user bob$/,
  ],
  [
    WEBHOOKS,
    'a webhook that is ahead of its drop copy',
    `with head as (insert into event_heads (user_id, last_number) values ('ann', 3))
     insert into webhooks (user_id, id, url, kinds, secret, last_number)
     values ('ann', gen_random_uuid(), 'https://hooks.example', '{order}', '', 4)`,
    /^webhook \S+ of user ann$/,
  ],
  [
    VACATIONS,
    'an ask that is not cancelled',
    `with away as (
       insert into vacations (user_id, id, state, started_at)
       select distinct on (user_id) user_id, gen_random_uuid(), 'away', now() from orders
     )
     insert into vacation_asks (user_id, order_id, product_id, size, seq, price_cents, state)
     select user_id, order_id, product_id, size, seq, price_cents, 'away' from orders
     where side = 'ask' order by seq limit 1`,
    /^ask \S+ of user \w+$/,
  ],
  [
    RULES,
    'a bid',
    `insert into price_rules
       (user_id, order_id, product_id, size, seq, floor_cents, lowest_until_cents, changes_from, set_at)
     select user_id, order_id, product_id, size, seq, 10000, 20000, now(), now() from orders
     where side = 'bid' order by seq limit 1`,
    /^rule for ask \S+ of user \w+$/,
  ],
  [NOTICES, 'the other side', `update notices set side = 'bid' where user_id = 'ann'`, /^notice \S+$/],
];

it('the audit finds nothing in a sound market', async () => {
  expect(await foundAfter('select 1')).toEqual(new Map());
});

describe.each([
  ...CHECKS.map(({ title }) => title),
  IDS,
  DAYS,
  ODD,
  FIRST_PARTNERS,
  UNTOLD,
  NOTICES,
  STREAMS,
  PICTURES,
  KEYS,
  RULES,
  COPIES,
])('that %s', (title) => {
  const ofCheck = SPOILINGS.filter(([spoilt]) => spoilt === title);

  it('is shown as a check', () => {
    expect(ofCheck.length).toBeGreaterThan(0);
  });

  it.each(ofCheck)('%s: the audit finds %s', async (_title, _what, sql, says) => {
    expect((await foundAfter(sql)).get(title)?.join('\n')).toMatch(says);
  });
});

it('every check of the audit is in the table or one of deals, payments or the ledger, and every line of the table names one', async () => {
  const client = await database.pool.connect();
  try {
    // `audit-deals.test.ts`, `audit-payments.test.ts`, `desk-ledger.test.ts` and `desk-journal.test.ts` have their own.
    const others = [
      ...(await auditDeals(client)),
      ...(await auditPayments(client)),
      ...(await auditLedger(client)),
    ];
    // Only a cluster has copies of orders and trades: `distributed.test.ts` has theirs.
    const titles = (await audit(database.pool))
      .map(({ title }) => title)
      .filter((title) => !title.startsWith('the copies of'));
    const known = [...SPOILINGS.map(([title]) => title), ...others.map(({ title }) => title)];
    expect(new Set(known)).toEqual(new Set(titles));
  } finally {
    client.release();
  }
});

it('keeps products apart that are read together', async () => {
  const found = await foundAfter(
    `insert into orders select (jsonb_populate_record(of_another, '{"product_id": 999}')).*
     from orders as of_another where seq = 2`,
  );
  expect(found.get(SUMMARY)).toEqual(['product 999, size 9: the book itself is missing']);
  expect([...found.values()].flat().filter((example) => !example.startsWith('product 999,'))).toEqual([]);
});
