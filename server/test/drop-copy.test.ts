import { randomUUID } from 'node:crypto';
import type { UserEvent } from '@perkex/contract/events.js';
import type { DealEvent } from '@perkex/core/deals/deal-event.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { BOOK_CHANGES } from '../src/books/book-changes.js';
import { transaction } from '../src/database/transaction.js';
import { DealsConsumer } from '../src/deals/deals-consumer.js';
import { takeStep } from '../src/deals/take-step.js';
import { DropCopyConsumer } from '../src/drop-copy/drop-copy-consumer.js';
import { oldUserEventsMaintenance } from '../src/drop-copy/read-user-events.js';
import { consumeNext } from '../src/feed/consume.js';
import type { FeedEntry } from '../src/feed/entry.js';
import { consumeAll } from './consumers.js';
import { fact, NO_HOLIDAYS, QUIET_STEPS } from './deals.js';
import { EventReader } from './event-reader.js';
import { dyingPool } from './faulty-pool.js';
import { buildProducts } from './market.js';
import { buildTrader, type TestUser, useMarket, useSoundMarket } from './test-app.js';

const CONSUMER = new DropCopyConsumer();
const NAME = 'Copied Runner';
const SIZES = ['8', '9', '10'];

const market = useSoundMarket({ payments: { provider: 'play' } });
/** A second server on the same database. */
const other = useMarket(() => ({ database: market.database, payments: { provider: 'play' } }));
/** Users with a drop copy. */
let users: TestUser[];
/** A user without one. */
let stranger: TestUser;

beforeAll(async () => {
  await market.jobs.stop();
  await other.jobs.stop();
  await buildProducts(market.database, [NAME], [...SIZES, '11']);
  users = [await buildTrader(market), await buildTrader(other), await buildTrader(market)];
  stranger = await buildTrader(other);
  await catchUp();
  for (const user of users) {
    expect((await user.get('/me/events')).json()).toEqual({ events: [], last: 0 });
  }
});

const catchUp = () => consumeAll(market.database, CONSUMER);
const userAt = (index: number) => users[index] as TestUser;

async function place(user: TestUser, call: string, price: number, size = '9'): Promise<string> {
  const id = randomUUID();
  const answer = await user.post(`/${call}`, { id, name: NAME, price, size });
  expect([200, 409], answer.body).toContain(answer.statusCode);
  return id;
}

/** All events of a user, page by page. Their numbers have no gap and no repeat. */
async function eventsOf(user: TestUser, after = 0, limit = 7): Promise<UserEvent[]> {
  const all: UserEvent[] = [];
  for (let last = Number.POSITIVE_INFINITY; after + all.length < last; ) {
    const page = await user.get(`/me/events?after=${after + all.length}&limit=${limit}`);
    expect(page.statusCode, page.body).toBe(200);
    const { events, last: newest } = page.json<{ events: UserEvent[]; last: number }>();
    all.push(...events);
    last = newest;
  }
  expect(all.map(({ number }) => number)).toEqual(all.map((_event, index) => after + index + 1));
  return all;
}

describe('a drop copy', () => {
  it('has every order and trade once, without a gap, through two servers whose consumers die at any statement', async () => {
    const { pool } = market.database;
    const placed = users.map((): string[] => []);
    for (let round = 1; round <= 11; round += 1) {
      const orders = users.map(async (user, index) => {
        const side = (round + index) % 2 ? 'ask' : 'bid';
        const size = SIZES[(round + index) % 3];
        placed[index]?.push(await place(user, side, 100 + ((round * 7 + index * 5) % 9), size));
        if (round % 4 === 0) {
          const id = placed[index]?.at(-2);
          await user.post(side === 'ask' ? '/deleteBid' : '/deleteAsk', { id });
        }
      });
      // The consumers of both servers, one of which dies at the statement of this round.
      const dying = dyingPool(pool, round);
      await Promise.all([
        ...orders,
        place(stranger, round % 2 ? 'buy' : 'sell', round % 2 ? 1_000 : 1),
        consumeNext(dying.pool, CONSUMER).catch(() => {}),
        consumeNext(pool, CONSUMER, { waits: true }),
      ]);
    }
    await catchUp();
    await catchUp();
    for (const user of users) {
      const events = await eventsOf(user);
      const { rows: orders } = await pool.query<{ id: string; side: string; status: string }>(
        'select order_id as id, side, status from orders where user_id = $1',
        [user.uid],
      );
      const ofOrders = events.flatMap((event) => (event.kind === 'order' ? [event] : []));
      expect(new Set(ofOrders.map(({ order }) => order))).toEqual(new Set(orders.map(({ id }) => id)));
      for (const { id, side, status } of orders) {
        const changes = ofOrders.filter(({ order }) => order === id);
        expect(changes.map((change) => change.side)).toEqual(changes.map(() => side));
        const open = changes.length === 2 ? ['open'] : [];
        expect(changes.map((change) => change.status)).toEqual([...open, status]);
      }
      const { rows: trades } = await pool.query<{ trade: string; side: string }>(
        `select id as trade, 'ask' as side from trades where seller_id = $1
         union all select id, 'bid' from trades where buyer_id = $1`,
        [user.uid],
      );
      const ofTrades = events.flatMap((event) =>
        event.kind === 'trade' ? [{ trade: event.trade, side: event.side }] : [],
      );
      const sorted = (list: { trade: string }[]) => list.map((each) => JSON.stringify(each)).sort();
      expect(sorted(ofTrades)).toEqual(sorted(trades));
    }
    const { rows } = await pool.query('select from event_heads where user_id = $1', [stranger.uid]);
    expect(rows).toEqual([]);
  });

  it('has no order that is open after its end, whichever server is read first', async () => {
    const [seller, buyer] = [userAt(0), userAt(1)];
    const before = (await eventsOf(seller)).length;
    const ask = await place(seller, 'ask', 500, '11');
    // The other server's.
    await place(buyer, 'buy', 500, '11');
    const { rows } = await market.database.pool.query<FeedEntry>(
      'select lane as stream, seq, changes from batches order by at',
    );
    const isOf = (status: string) => (entry: FeedEntry) =>
      BOOK_CHANGES.in(entry.changes).some(
        (book) => book.size === '11' && book.orders.some((order) => order.status === status),
      );
    for (const status of ['traded', 'open']) {
      const entry = rows.filter(isOf(status)).at(-1) as FeedEntry;
      await transaction(market.database.pool, (tx) => CONSUMER.consume(tx, [entry]));
    }
    const events = (await eventsOf(seller)).slice(before);
    expect(events).toMatchObject([
      { kind: 'order', order: ask, status: 'traded' },
      { kind: 'trade', side: 'ask' },
    ]);
    // The entries have been consumed.
    await market.database.pool.query(
      `insert into feed_cursors (reader, lane, seq) select 'drop-copy', lane, max(seq) from batches group by lane
       on conflict (reader, lane) do update set seq = excluded.seq`,
    );
  });

  it('has the steps of deals and the money of its user only, in the transaction of each step', async () => {
    const [seller, buyer] = [userAt(0), userAt(1)];
    const before = await Promise.all([seller, buyer].map(async (user) => (await eventsOf(user)).length));
    await place(seller, 'ask', 300, '11');
    await place(buyer, 'buy', 300, '11');
    await catchUp();
    await consumeAll(market.database, new DealsConsumer(QUIET_STEPS));
    const { rows } = await market.database.pool.query<{ id: string; product_id: number; traded_at: Date }>(
      'select id, product_id, traded_at from trades where price_cents = 30000',
    );
    const [
      { id, product_id: productId, traded_at: tradedAt } = { id: '', product_id: 0, traded_at: new Date() },
    ] = rows;
    const take = (event: DealEvent, isLost = false) =>
      transaction(market.database.pool, async (tx) => {
        const moment = { nowMs: tradedAt.getTime() + 60_000, holidays: NO_HOLIDAYS };
        const taken = await takeStep(
          tx,
          { productId, id },
          fact(event.type === 'pay' ? 'clock' : 'provider', event),
          moment,
        );
        expect(taken?.kind).toBe('stepped');
        if (isLost) {
          throw new Error('The transaction ends.');
        }
      });
    const pay: DealEvent = { type: 'pay', method: 'card', carriedCents: 0 };
    await expect(take(pay, true)).rejects.toThrow('The transaction ends.');
    await take(pay);
    await take({ type: 'payment-held', callVersion: 1, amountCents: 319_00 });
    const [ofSeller = [], ofBuyer = []] = await Promise.all(
      [seller, buyer].map((user, index) => eventsOf(user, before[index])),
    );
    const shown = (events: UserEvent[]) =>
      events.map((event) =>
        event.kind === 'deal'
          ? `${event.event} ${event.state} ${event.version}`
          : event.kind === 'money'
            ? `${event.line} ${event.amount}`
            : event.kind,
      );
    expect(shown(ofSeller)).toEqual(['order', 'order', 'trade', 'payment-held paid 2', 'sale-held 253']);
    expect(shown(ofBuyer)).toEqual([
      'order',
      'trade',
      'collecting 319',
      'payment-held paid 2',
      'collecting 0',
      'payment-held 319',
    ]);
    expect(JSON.stringify(ofSeller)).not.toContain(buyer.uid);
  });

  it('is a stream that goes on after any number, and a key with the scope reads it', async () => {
    const user = userAt(2);
    const made = await user.post('/keys/make', {
      name: 'Bot',
      scopes: ['read'],
      maxOrder: null,
      maxDay: null,
      side: null,
      products: null,
      addresses: null,
      days: null,
    });
    const { text, key } = made.json();
    const all = await eventsOf(user);
    const headers = {
      accept: 'text/event-stream',
      authorization: `Bearer ${text}`,
      'last-event-id': String(all.length - 2),
    };
    const reader = await EventReader.open(other, '/me/events', headers);
    await reader.find(({ id }) => id === String(all.length));
    const order = await place(user, 'bid', 1, '8');
    await catchUp();
    const seen = await reader.find(({ data }) => data.order === order);
    expect(seen).toMatchObject({ id: String(all.length + 1), name: 'order' });
    expect(reader.events.map(({ id }) => Number(id))).toEqual([all.length - 1, all.length, all.length + 1]);
    expect(seen.data).toEqual((await eventsOf(user, all.length))[0]);
    await user.post('/keys/revoke', { key: key.key });
    await reader.end();
    await expect(EventReader.open(other, '/me/events', headers)).rejects.toThrow(/^401/);
  });

  it('refuses to go on after numbers that are deleted, or were never given', async () => {
    const user = userAt(0);
    const count = (await eventsOf(user)).length;
    await market.database.pool.query(
      `update user_events set saved_at = now() - interval '91 days' where user_id = $1 and number <= 4`,
      [user.uid],
    );
    await oldUserEventsMaintenance(market.database.pool).work();
    const answers = [
      await user.get('/me/events?after=3'),
      await user.get(`/me/events?after=${count + 1}`),
      await user.get('/me/events?after=x'),
      await user.get('/me/events?limit=501'),
    ];
    expect(answers.map(({ statusCode, json }) => [statusCode, json().code])).toEqual([
      [410, 'events-gone'],
      [410, 'events-gone'],
      [422, 'invalid-body'],
      [422, 'invalid-body'],
    ]);
    expect(answers[0]?.json().detail).toBe(
      'Event 4 is deleted: events are stored for 90 days. The oldest event is 5.',
    );
    expect((await eventsOf(user, 4)).length).toBe(count - 4);
    const oldest = (await user.get('/me/events?limit=1')).json<{ events: UserEvent[]; last: number }>();
    expect([oldest.events[0]?.number, oldest.last]).toEqual([5, count]);
    await expect(
      EventReader.open(market, '/me/events?after=1', { cookie: user.cookie, accept: 'text/event-stream' }),
    ).rejects.toThrow(/^410/);
  });

  it('is exported, and erased with the account', async () => {
    const user = userAt(2);
    const events = await eventsOf(user);
    expect((await user.get('/export')).json<{ events: UserEvent[] }>().events).toEqual(events);
    expect((await user.post('/auth/account/delete', { password: 'a long password' })).statusCode).toBe(200);
    for (const table of ['user_events', 'event_heads', 'api_keys']) {
      const { rowCount } = await market.database.pool.query(`select from ${table} where user_id = $1`, [
        user.uid,
      ]);
      expect([table, rowCount]).toEqual([table, 0]);
    }
  });
});
