import { randomUUID } from 'node:crypto';
import type { PriceRuleRow } from '@perkex/contract/price-rules.js';
import type { UserData } from '@perkex/contract/user-data.js';
import type { Vacation } from '@perkex/contract/vacation.js';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { transaction } from '../src/database/transaction.js';
import { pauseAsk } from '../src/orders/pause-ask.js';
import { forgetReturnedAsks } from '../src/vacations/returned-asks.js';
import { forgetVacation, readVacation } from '../src/vacations/vacation-rows.js';
import { Vacations } from '../src/vacations/vacations.js';
import { buildProducts, openFaultyEngine } from './market.js';
import { buildTrader, type TestUser, useSoundMarket } from './test-app.js';

const LIMITS = { perUser: 2_500, perBook: 2_500 };

const market = useSoundMarket({ openOrderLimits: LIMITS });
let seller: TestUser;
let buyer: TestUser;
let name: string;

beforeEach(async () => {
  [seller, buyer] = await Promise.all([buildTrader(market), buildTrader(market)]);
  name = `Air ${randomUUID()}`;
  await buildProducts(market.database, [name]);
});

const body = (price: number, more: object = {}) => ({ id: randomUUID(), name, price, size: '9', ...more });

async function list(count: number, more: object = {}): Promise<void> {
  for (let first = 0; first < count; first += 500) {
    const commands = Array.from({ length: Math.min(500, count - first) }, (_, index) => ({
      call: 'ask',
      ...body(200 + first + index, more),
    }));
    expect((await seller.post('/orders/batch', { commands })).statusCode).toBe(200);
  }
}

const asks = async (user = seller) =>
  (await user.get(`/getUserData/${user.uid}`)).json<UserData>().asks.slice(1);
const prices = async () => (await asks()).map(({ price }) => price ?? 0).sort((a, b) => a - b);
const act = async (what: string, user = seller) =>
  (await user.post('/vacation', { act: what })).json<Vacation>();
const state = async () => (await seller.get('/vacation')).json<Vacation>();

const rulesOf = async () =>
  (await seller.get('/price-rules'))
    .json<{ rules: PriceRuleRow[] }>()
    .rules.toSorted((a, b) => a.floor - b.floor);

async function idsOf(wanted: string): Promise<number[]> {
  const { rows } = await market.database.pool.query<{ id: number }>(
    'select id from products where name = $1',
    [wanted],
  );
  return rows.map(({ id }) => id);
}

async function reaches(wanted: Vacation['state'], timeout = 20_000): Promise<Vacation> {
  await vi.waitFor(async () => expect((await state()).state).toBe(wanted), { timeout });
  return state();
}

it('pauses all asks, keeps bids, and brings each ask back once, at its price', async () => {
  await list(3, { expiresIn: 7 });
  await seller.post('/ask', body(300));
  await seller.post('/bid', body(10));
  expect(await state()).toMatchObject({ state: 'none', paused: 0 });
  expect(await act('start')).toMatchObject({ state: expect.stringMatching(/pausing|away/) });
  expect(await reaches('away')).toMatchObject({ paused: 4, back: 0, refusedAsks: 0 });
  expect(await prices()).toEqual([]);
  const exported = (await seller.get('/export')).json<{ vacation: { asks: unknown[] } }>();
  expect(exported.vacation.asks).toHaveLength(4);
  const data = (await seller.get(`/getUserData/${seller.uid}`)).json<UserData>();
  expect(data.bids.slice(1)).toHaveLength(1);
  await act('end');
  expect(await reaches('back')).toMatchObject({ paused: 0, back: 4, refusedAsks: 0 });
  expect(await prices()).toEqual([200, 201, 202, 300]);
  const expiring = (await asks()).filter(({ expiresAt }) => expiresAt !== undefined);
  expect(expiring).toHaveLength(3);
  await act('close');
  expect(await state()).toMatchObject({ state: 'none' });
});

it('brings an ask back with the choice that it is not listed again', async () => {
  await seller.post('/ask', body(200, { relist: false }));
  await seller.post('/ask', body(201));
  await act('start');
  await reaches('away');
  const { vacation } = (await seller.get('/export')).json<{ vacation: { asks: { relist: boolean }[] } }>();
  expect(vacation.asks.map(({ relist }) => relist).toSorted()).toEqual([false, true]);
  await act('end');
  await reaches('back');
  const choices = (await asks()).map(({ price, relist }) => [price, relist] as const);
  expect(new Map(choices)).toEqual(
    new Map([
      [200, false],
      [201, undefined],
    ]),
  );
});

it('places asks behind those that came in the meantime, and sells to a bid that did', async () => {
  await seller.post('/ask', body(200));
  await act('start');
  await reaches('away');
  await seller.post('/ask', body(500));
  await buyer.post('/bid', body(220));
  await act('end');
  expect(await reaches('back')).toMatchObject({ back: 1 });
  const { sales } = (await seller.get(`/getUserData/${seller.uid}`)).json<UserData>();
  expect(sales.slice(1)).toMatchObject([{ price: 220 }]);
  expect(await prices()).toEqual([500]);
});

it('keeps an ask that is refused, with the sentence, until it comes back', async () => {
  await list(2);
  await act('start');
  await reaches('away');
  const ownBid = body(250);
  await seller.post('/bid', ownBid);
  await act('end');
  const refused = await reaches('back');
  expect(refused).toMatchObject({ back: 0, refusedAsks: 2 });
  expect(refused.refusals[0]).toMatchObject({ name, answer: 'This would trade with your own order.' });
  await seller.post('/deleteBid', { id: ownBid.id });
  await act('end');
  await vi.waitFor(
    async () => expect(await state()).toMatchObject({ state: 'back', back: 2, refusedAsks: 0 }),
    60_000,
  );
  expect(await prices()).toEqual([200, 201]);
});

it('pauses the rule of an ask, and brings it back with its ask', async () => {
  const kept = body(230);
  await seller.post('/ask', kept);
  await seller.post('/price-rules', { rules: [{ id: kept.id, floor: 210 }] });
  await act('start');
  await reaches('away');
  expect((await seller.get('/price-rules')).json()).toEqual({ rules: [] });
  await buyer.post('/ask', body(225));
  await market.consumeFeed();
  await market.priceRules.work();
  await act('end');
  await reaches('back');
  expect(await prices()).toEqual([230]);
  const [ask] = await asks();
  expect((await seller.get('/price-rules')).json()).toMatchObject({
    rules: [{ id: ask?.id, floor: 210, state: 'waits', price: 224 }],
  });
});

it('an ask that is removed during the vacation does not come back, and one that is back is removed by its old id', async () => {
  const [gone, kept] = [body(230), body(240)];
  await seller.post('/ask', gone);
  await seller.post('/ask', kept);
  await act('start');
  expect(await reaches('away')).toMatchObject({ paused: 2 });
  expect((await seller.post('/deleteAsk', { id: gone.id })).statusCode).toBe(200);
  expect(await state()).toMatchObject({ paused: 1 });
  await act('end');
  expect(await reaches('back')).toMatchObject({ back: 1 });
  expect(await prices()).toEqual([240]);
  const batch = { commands: [{ call: 'deleteAsk', id: kept.id }] };
  expect((await seller.post('/orders/batch', batch)).json()).toMatchObject({
    answers: [{ answer: `Your ask of 240$ for ${name}, size 9 was removed.` }],
  });
  expect(await prices()).toEqual([]);
});

describe('an ask that is back is removed by its old id', () => {
  const removal = () => seller.post('/deleteAsk', { id: kept.id });
  const removed = () => `Your ask of 240$ for ${name}, size 9 was removed.`;
  let kept: ReturnType<typeof body>;

  beforeEach(async () => {
    kept = body(240);
    await seller.post('/ask', kept);
    await takesVacation();
  });

  async function takesVacation(): Promise<void> {
    await act('start');
    await reaches('away');
    await act('end');
    expect(await reaches('back')).toMatchObject({ back: 1 });
  }

  it('after the result of the vacation was closed', async () => {
    await act('close');
    expect((await removal()).body).toBe(removed());
    expect(await prices()).toEqual([]);
    expect((await removal()).body).toBe(removed());
  });

  it('after another vacation', async () => {
    await takesVacation();
    expect((await removal()).body).toBe(removed());
    expect(await prices()).toEqual([]);
  });

  it('during another vacation, after which it does not come back', async () => {
    await act('start');
    expect(await reaches('away')).toMatchObject({ paused: 1 });
    expect((await removal()).statusCode).toBe(200);
    expect(await state()).toMatchObject({ paused: 0 });
  });

  it('until the account is erased or transferred', async () => {
    await transaction(market.database.pool, (tx) => forgetReturnedAsks(tx, seller.uid));
    await act('close');
    await removal();
    expect(await prices()).toEqual([240]);
  });
});

it('an ask that is removed, changed or expires while the asks are being paused does not come back', async () => {
  const [removed, changed, replaced] = [body(230), body(240), body(242)];
  const expired = body(250, { expiresIn: 1 });
  for (const ask of [removed, changed, replaced, expired, body(260)]) {
    await seller.post('/ask', ask);
  }
  const { pool } = market.database;
  let work = async (_job: object): Promise<void> => {};
  const vacations = new Vacations({
    pool,
    jobs: {
      register: (_kind: unknown, own: { work: typeof work }) => (work = own.work),
      send: async () => {},
    } as never,
    newId: randomUUID,
    rules: { take: async () => [], restore: async () => {} },
    async pause(ask) {
      if (ask.orderId === removed.id) {
        expect((await seller.post('/deleteAsk', { id: removed.id })).statusCode).toBe(200);
      } else if (ask.orderId === changed.id) {
        const change = { id: changed.id, price: 245 };
        expect((await seller.post('/changeOrder', change)).statusCode).toBe(200);
      } else if (ask.orderId === replaced.id) {
        expect((await seller.post('/ask', body(247, { replaces: replaced.id }))).statusCode).toBe(200);
      } else if (ask.orderId === expired.id) {
        const expire = `update orders set accepted_at = '2026-01-01', expires_at = '2026-01-02' where order_id = $1`;
        await pool.query(expire, [expired.id]);
      }
      return pauseAsk(pool, market.engine, ask);
    },
    place: async () => [],
  });
  await transaction(pool, (tx) => vacations.take(tx, seller.uid, 'start'));
  await work({ userId: seller.uid, version: (await readVacation(pool, seller.uid))?.version });
  expect(await state()).toMatchObject({ state: 'away', paused: 1 });
  expect(await prices()).toEqual([245, 247]);
  await transaction(pool, (tx) => forgetVacation(tx, seller.uid));
});

it('tells asks for two products with one id apart, as do rules and past sales', async () => {
  const { pool } = market.database;
  const other = `${name} again`;
  const products = [...(await idsOf(name)), ...(await buildProducts(market.database, [other]))];
  const id = randomUUID();
  await seller.post('/ask', body(230, { id }));
  await seller.post('/ask', body(330, { id, name: other }));
  const ruled = products.map((productId, index) => ({ id, productId, floor: 210 + 100 * index }));
  for (const rules of [ruled, [{ id, floor: 220 }]]) {
    const { answers } = (await seller.post('/price-rules', { rules })).json<{ answers: object[] }>();
    expect(answers.map((each) => 'problem' in each)).toEqual(rules === ruled ? [false, false] : [true]);
  }
  expect((await seller.post('/price-rules', { rules: [...ruled, { id, floor: 9 }] })).statusCode).toBe(422);
  await act('start');
  expect(await reaches('away')).toMatchObject({ paused: 2 });
  expect(await rulesOf()).toEqual([]);
  await act('end');
  expect(await reaches('back')).toMatchObject({ back: 2, refusedAsks: 0 });
  expect(await prices()).toEqual([230, 330]);
  expect(await rulesOf()).toMatchObject(ruled.map(({ productId, floor }) => ({ productId, floor })));
  const [back] = await asks();
  for (const [price, bought] of [
    [230, name],
    [330, other],
  ] as const) {
    expect((await buyer.post('/buy', body(price, { name: bought }))).statusCode).toBe(200);
  }
  const history = (before: string) => seller.get(`/history?side=ask&before=${before}`);
  expect((await history(`${back?.id}`)).json()).toMatchObject({ code: 'ambiguous-order' });
  const older = (await history(`${products[1]}/${back?.id}`)).json<{ trades: object[] }>();
  expect(older.trades).toMatchObject([{ productId: products[0] }]);
  const { orders } = (await seller.get('/export')).json<{ orders: { id: string; productId: number }[] }>();
  expect(orders.filter((row) => row.id === id).map(({ productId }) => productId)).toEqual(products);
  const { rows } = await pool.query('select from vacation_asks where user_id = $1', [seller.uid]);
  expect(rows).toHaveLength(2);
});

it('ignores acts that are not possible, and does each once', async () => {
  await list(2);
  expect(await act('end')).toMatchObject({ state: 'none' });
  expect(await act('close')).toMatchObject({ state: 'none' });
  await Promise.all([act('start'), act('start'), act('start')]);
  await reaches('away');
  expect(await act('close')).toMatchObject({ state: 'away', paused: 2 });
  await Promise.all([act('end'), act('end')]);
  await reaches('back');
  expect(await prices()).toEqual([200, 201]);
  expect((await seller.post('/vacation', { act: 'fly' })).statusCode).toBe(422);
});

it('starts again before the end of the job of an earlier one is recorded', async () => {
  await list(2);
  await market.database.pool.query(
    `insert into jobs (kind, key, data, run_at, attempts) values ('vacation', $1, $2, now() + interval '1 hour', 1)`,
    [`${seller.uid}/1`, { userId: seller.uid, version: 1 }],
  );
  await act('start');
  expect(await reaches('away')).toMatchObject({ paused: 2 });
  await market.database.pool.query('delete from jobs where key = $1', [`${seller.uid}/1`]);
});

it('works with 2,000 asks', async () => {
  await list(2_000);
  await act('start');
  expect(await reaches('away', 60_000)).toMatchObject({ paused: 2_000 });
  expect(await prices()).toEqual([]);
  await act('end');
  expect(await reaches('back', 60_000)).toMatchObject({ back: 2_000, refusedAsks: 0 });
  expect(new Set(await prices()).size).toBe(2_000);
}, 120_000);

it('goes on where a server ended, in the middle of pausing and of bringing back', async () => {
  await list(250);
  const { pool } = market.database;
  let left = 120;
  const engine = openFaultyEngine(market.database, () => {
    left -= 1;
    return left > 0;
  });
  const steps: ((data: { userId: string; version: number }) => Promise<void>)[] = [];
  /** The work of a server, which the test begins and repeats. */
  const jobs = {
    register: (_kind: unknown, { work }: { work: (typeof steps)[number] }) => steps.push(work),
    send: async () => {},
  };
  let isPlaced = true;
  let places = 0;
  const vacations = new Vacations({
    pool,
    newId: randomUUID,
    jobs: jobs as never,
    rules: market.priceRules,
    pause: (ask) => pauseAsk(pool, engine, ask),
    async place(_userId, commands) {
      places += 1;
      const answers = (await seller.post('/orders/batch', { commands })).json().answers;
      if (places === 2 && isPlaced) {
        isPlaced = false;
        throw new Error('The server ends after its batch.');
      }
      return answers;
    },
  });
  const work = (version: number) => steps[0]!({ userId: seller.uid, version });
  await transaction(pool, (tx) => vacations.take(tx, seller.uid, 'start'));
  await expect(work(1)).rejects.toThrow('The process is gone.');
  const open = (await prices()).length;
  expect(open).toBeGreaterThan(0);
  expect(open).toBeLessThan(250);
  left = Number.POSITIVE_INFINITY;
  await work(1);
  expect(await state()).toMatchObject({ state: 'away', paused: 250 });
  await transaction(pool, (tx) => vacations.take(tx, seller.uid, 'end'));
  await expect(work(2)).rejects.toThrow('The server ends');
  await work(2);
  expect(await state()).toMatchObject({ state: 'back', back: 250, refusedAsks: 0 });
  expect(await prices()).toEqual(Array.from({ length: 250 }, (_, index) => 200 + index));
  // A job of an earlier act does nothing.
  await work(1);
  expect(await state()).toMatchObject({ state: 'back' });
  await engine.close();
});

it('ends with the data of its user', async () => {
  await list(1);
  await act('start');
  await reaches('away');
  await transaction(market.database.pool, (tx) => forgetVacation(tx, seller.uid));
  expect(await state()).toMatchObject({ state: 'none' });
  expect(await act('end')).toMatchObject({ state: 'none' });
});
