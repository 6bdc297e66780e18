import { randomUUID } from 'node:crypto';
import type { CommandAnswer } from '@perkex/contract/order-batch.js';
import type { UserData } from '@perkex/contract/user-data.js';
import type { LightMyRequestResponse as Response } from 'fastify';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { OutcomeUnknownError } from '../src/errors/busy-error.js';
import { KeysOfOrders } from '../src/keys/keys-of-orders.js';
import { changedOrderId } from '../src/orders/change-order.js';
import { OrderBatches } from '../src/orders/order-batches.js';
import type { OrderCommand } from '../src/orders/order-command.js';
import { buildProducts } from './market.js';
import {
  buildTestApp,
  buildTrader,
  signUp,
  type TestApp,
  type TestUser,
  useMarket,
  useSoundMarket,
} from './test-app.js';

const market = useSoundMarket({ openOrderLimits: { perUser: 600, perBook: 600 } });
/** A second server on the same database. */
const other = useMarket(() => ({ database: market.database }));
let seller: TestUser;
let buyer: TestUser;
let name: string;
let productId: number;

beforeEach(async () => {
  [seller, buyer] = await Promise.all([buildTrader(market), buildTrader(market)]);
  name = `Air ${randomUUID()}`;
  [productId = 0] = await buildProducts(market.database, [name]);
});

const command = (call: string, price: number, more: object = {}) => ({
  call,
  id: randomUUID(),
  name,
  price,
  size: '9',
  ...more,
});

const send = (by: TestUser, commands: readonly object[]) => by.post('/orders/batch', { commands });

async function answersTo(by: TestUser, commands: readonly object[]): Promise<CommandAnswer[]> {
  const answer = await send(by, commands);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ answers: CommandAnswer[] }>().answers;
}

/** Sentences, and the codes of problems. */
const texts = (answers: readonly CommandAnswer[]) =>
  answers.map((each) => ('answer' in each ? each.answer : each.problem.code));

function outcome({ statusCode, body }: Response): string {
  return statusCode === 200 ? '200' : `${statusCode} ${JSON.parse(body).code}`;
}

const asksOf = async (user: TestUser) =>
  (await user.get(`/getUserData/${user.uid}`)).json<UserData>().asks.flatMap(({ price }) => price ?? []);

describe('a batch', () => {
  it('answers each command as the single call would, in order', async () => {
    await buyer.post('/bid', body(command('bid', 300)));
    const [kept, removed] = [command('ask', 400), command('ask', 410)];
    const commands = [
      kept,
      command('ask', 290),
      command('ask', 0),
      command('ask', 400, { name: 'Air Nowhere' }),
      command('ask', 400, { size: '99' }),
      command('ask', 400, { expiresIn: 2 }),
      { call: 'fly', id: randomUUID() },
      command('buy', 50),
      removed,
      { call: 'deleteAsk', id: removed.id },
      { call: 'changeOrder', id: kept.id, price: 390 },
      { call: 'changeOrder', id: kept.id },
      { call: 'deleteAsk', id: kept.id },
      { call: 'deleteBid', id: randomUUID() },
    ];
    const item = `${name}, size 9`;
    expect(texts(await answersTo(seller, commands))).toEqual([
      `Your ask of 400$ for ${item} is placed.`,
      `You sold ${item} for 300$.`,
      'invalid-price',
      'unknown-product',
      'unknown-size',
      'invalid-body',
      'invalid-body',
      'price-moved',
      `Your ask of 410$ for ${item} is placed.`,
      `Your ask of 410$ for ${item} was removed.`,
      `Your ask of 390$ for ${item} is placed.`,
      'invalid-body',
      `Your ask of 390$ for ${item} was removed.`,
      'unknown-order',
    ]);
    expect(await asksOf(seller)).toEqual([]);
  });

  it('gives a problem the status, code and sentence of the single call', async () => {
    const late = command('ask', 400, { late: true });
    const single = await seller.post('/ask', body(late));
    const { status, code, detail } = single.json();
    expect(await answersTo(seller, [late])).toEqual([{ problem: { status, code, detail } }]);
    const [wrong] = await answersTo(seller, [command('ask', 400, { expiresIn: 2 })]);
    expect(wrong).toMatchObject({
      problem: { detail: 'The expiresIn must be one of 1, 3, 7, 14, 30, 60, 90.' },
    });
  });

  it('sent again, through another server and at the same time, has one effect and the same answers', async () => {
    const commands = Array.from({ length: 60 }, (_, index) => command('ask', 400 + index));
    const first = await answersTo(seller, commands);
    const there = { ...seller, post: postTo(other, seller) };
    const others = await Promise.all([answersTo(seller, commands), answersTo(there, commands)]);
    expect(others).toEqual([first, first]);
    expect((await asksOf(seller)).sort()).toEqual(commands.map(({ price }) => price));
  });

  it('lets commands of one product enter its book in their order', async () => {
    const commands = Array.from({ length: 300 }, () => command('ask', 400));
    await answersTo(seller, commands);
    const { rows } = await market.database.pool.query<{ id: string }>(
      'select order_id as id from orders where product_id = $1 order by seq',
      [productId],
    );
    expect(rows.map(({ id }) => id)).toEqual(commands.map(({ id }) => id));
  });

  it('holds the limit of open orders in its middle', async () => {
    const limited = await buildTestApp({
      database: market.database,
      openOrderLimits: { perUser: 7, perBook: 5 },
    });
    const answers = await answersTo(
      { ...seller, post: postTo(limited, seller) },
      Array.from({ length: 10 }, (_, index) => command('ask', 400, index > 5 ? { size: '10' } : {})),
    );
    const placed = answers.map((answer) => 'answer' in answer);
    expect(placed).toEqual([true, true, true, true, true, false, true, true, false, false]);
    expect(answers[5]).toMatchObject({ problem: { status: 409, code: 'too-many-orders' } });
    await limited.close();
  });

  it('of a user without payout, or without a verified e-mail, says so for each order', async () => {
    const bare = await signUp(market);
    expect(texts(await answersTo(bare, [command('ask', 400), command('bid', 10)]))).toEqual([
      'payout-missing',
      'payment-missing',
    ]);
    const strict = await buildTestApp({ database: market.database, requiresEmailProof: true });
    const { id } = await placed(seller, 400);
    const there = { ...seller, post: postTo(strict, seller) };
    const commands = [command('ask', 400), { call: 'deleteAsk', id }, { call: 'changeOrder', id, price: 1 }];
    expect(texts(await answersTo(there, commands))).toEqual([
      'email-unproved',
      `Your ask of 400$ for ${name}, size 9 was removed.`,
      'email-unproved',
    ]);
    await strict.close();
  });

  it('of two users, of 501 commands, of none, or of no list is refused as a whole', async () => {
    const many = Array.from({ length: 501 }, () => command('ask', 400));
    const answers = [
      await send(seller, [command('ask', 400), command('ask', 400, { uid: buyer.uid })]),
      await send(seller, many),
      await send(seller, []),
      await seller.post('/orders/batch', { commands: { call: 'ask' } }),
      await seller.post('/orders/batch', { uid: buyer.uid, commands: [command('ask', 400)] }),
    ];
    expect(answers.map(outcome)).toEqual([
      '403 not-yours',
      '422 invalid-body',
      '422 invalid-body',
      '422 invalid-body',
      '403 not-yours',
    ]);
    expect(answers[1]?.json().detail).toBe('The commands must have at most 500 commands.');
    expect(await asksOf(seller)).toEqual([]);
    expect(texts(await answersTo(seller, [command('ask', 400, { uid: seller.uid })]))).toEqual([
      `Your ask of 400$ for ${name}, size 9 is placed.`,
    ]);
  });

  it('of 500 commands is answered', async () => {
    const commands = Array.from({ length: 500 }, () => command('ask', 400, { size: '9.5' }));
    const answers = await answersTo(seller, commands);
    expect(answers.filter((answer) => 'answer' in answer)).toHaveLength(500);
  });
});

describe('a batch of a program', () => {
  const TERMS = { name: 'Bot', maxOrder: null, side: null, products: null, addresses: null, days: null };

  async function program(terms: object, on = market) {
    const made = await seller.post('/keys/make', { ...TERMS, scopes: ['trade'], maxDay: null, ...terms });
    const { text } = made.json<{ text: string }>();
    return (commands: readonly object[]) =>
      on.app.inject({
        method: 'POST',
        url: '/api/orders/batch',
        headers: { authorization: `Bearer ${text}` },
        payload: { uid: seller.uid, commands },
      });
  }

  const answersIn = (answer: Response) => texts(answer.json<{ answers: CommandAnswer[] }>().answers);
  const placedToday = async () =>
    (await seller.get('/keys')).json<{ keys: { placedToday: number }[] }>().keys[0]?.placedToday;

  it('stays within the limits of its key, which end in its middle', async () => {
    const run = await program({ side: 'ask', maxOrder: 300, maxDay: 700, products: [productId] });
    const sold = `Air ${randomUUID()}`;
    await buildProducts(market.database, [sold]);
    const [one, two] = [command('ask', 300), command('ask', 200)];
    const commands = [
      one,
      command('bid', 10),
      command('ask', 301),
      command('ask', 100, { name: sold }),
      command('ask', 150, { size: '99' }),
      two,
      command('ask', 100),
      command('ask', 50),
      { call: 'deleteBid', id: two.id },
      command('ask', 150),
    ];
    const placedSentence = (price: number) => `Your ask of ${price}$ for ${name}, size 9 is placed.`;
    // The order of an unknown size is counted with the others, and no longer once it is refused.
    expect(answersIn(await run(commands))).toEqual([
      placedSentence(300),
      ...['key-limit', 'key-limit', 'key-limit', 'unknown-size'],
      placedSentence(200),
      'key-limit',
      placedSentence(50),
      'key-limit',
      placedSentence(150),
    ]);
    expect(await placedToday()).toBe(700);
    expect(answersIn(await run(commands))[0]).toBe(placedSentence(300));
    expect(answersIn(await run([command('ask', 1)]))).toEqual(['key-limit']);
  });

  it('counts its changes to another price', async () => {
    const run = await program({ maxDay: 700 });
    const { id } = await placed(seller, 300);
    const change = { call: 'changeOrder', id, price: 290 };
    const item = `${name}, size 9`;
    expect(answersIn(await run([change, command('ask', 411), command('ask', 410)]))).toEqual([
      `Your ask of 290$ for ${item} is placed.`,
      'key-limit',
      `Your ask of 410$ for ${item} is placed.`,
    ]);
    expect(await placedToday()).toBe(700);
  });

  it('needs the scope, and counts as one request for each ten commands', async () => {
    const limited = await buildTestApp({ database: market.database, rateLimits: true });
    const reader = await program({ scopes: ['read'] }, limited);
    expect(outcome(await reader([command('ask', 400)]))).toBe('403 missing-scope');
    const run = await program({}, limited);
    const answer = await run(Array.from({ length: 95 }, () => command('ask', 400)));
    expect(answer.headers.ratelimit).toMatch(/^"key";r=2990;t=\d+$/);
    expect((await run([command('ask', 400)])).headers.ratelimit).toMatch(/^"key";r=2989;/);
    await limited.close();
  });

  it('that is above the rate of its address is refused as a whole', async () => {
    const limited = await buildTestApp({ database: market.database, rateLimits: true });
    const run = await program({}, limited);
    const wrong = Array.from({ length: 500 }, () => ({ call: 'fly' }));
    const answers = [];
    for (let batch = 0; batch < 61; batch += 1) {
      answers.push(outcome(await run(wrong)));
    }
    expect(answers.slice(0, 60)).toEqual(Array(60).fill('200'));
    expect(answers[60]).toBe('429 too-many-requests');
    await limited.close();
  });
});

it.each([
  ['', ''],
  [' that an earlier version made', 'update orders set first_seq = null where product_id = $1'],
])(
  'removes the last of 60 changes%s by the first id, without a statement for each',
  async (_whose, before) => {
    const { id: first } = await placed(seller, 300);
    let id: string = first;
    const changes = Array.from({ length: 60 }, (_, index) => {
      const change = { call: 'changeOrder', id, price: 301 + index };
      id = changedOrderId(id, change.price * 100);
      return change;
    });
    await answersTo(seller, changes);
    const { pool } = market.database;
    await (before && pool.query(before, [productId]));
    const queries = vi.spyOn(pool, 'query');
    const answers = texts(await answersTo(seller, [{ call: 'deleteAsk', id: first }]));
    const count = queries.mock.calls.length;
    queries.mockRestore();
    expect(answers).toEqual([`Your ask of 360$ for ${name}, size 9 was removed.`]);
    expect(count).toBeLessThan(30);
  },
);

it('finds pairs by style code or number, with their books', async () => {
  const code = `ST-${randomUUID().slice(0, 8)}`;
  const twice = `TW-${randomUUID().slice(0, 8)}`;
  const names = [1, 2].map((index) => `Twin ${index} ${randomUUID()}`);
  const ids = await buildProducts(market.database, names);
  const { pool } = market.database;
  await pool.query('update products set style_code = $2 where id = $1', [productId, code]);
  await pool.query('update products set style_code = $2 where id = any($1::int[])', [ids, twice]);
  await pool.query(`update products set trades_from = '2999-01-01' where id = $1`, [ids[0]]);
  await buyer.post('/bid', body(command('bid', 120)));
  await placed(seller, 300);
  const pairs = [
    { product: code.toLowerCase(), size: '9' },
    { product: `#${productId}`, size: '99' },
    { product: String(ids[0]), size: '10' },
    { product: twice, size: '9' },
    { product: 'Nothing', size: '9' },
    { product: '999999999', size: '9' },
  ];
  const found = (await seller.post('/orders/pairs', { pairs })).json<{ pairs: unknown[] }>().pairs;
  expect(found).toMatchObject([
    { id: productId, name, trades: true, hasSize: true, highestBid: 120, lowestAsk: 300 },
    { id: productId, trades: true, hasSize: false, highestBid: 0, lowestAsk: 0 },
    { id: ids[0], trades: false, hasSize: true },
    'several',
    null,
    null,
  ]);
  // Visitors see only the other one.
  await pool.query(`update products set hidden_at = now(), hidden_by = 'ann' where id = $1`, [ids[0]]);
  await pool.query('update books set is_closed = true where product_id = $1', [ids[0]]);
  const [shown] = (await seller.post('/orders/pairs', { pairs: [pairs[3]] })).json<{ pairs: unknown[] }>()
    .pairs;
  expect(shown).toMatchObject({ id: ids[1], trades: true });
});

describe('the queue of batches', () => {
  /** Batches into an engine that answers when the test says so. */
  function batchesInto(
    submit: (command: OrderCommand) => Promise<unknown>,
    nowMs = () => 0,
    idOf = (_name: string) => 1,
  ) {
    const keys = new KeysOfOrders({
      pool: market.database.pool,
      changedOrderId: () => '',
      findProduct: async () => null,
      findOrder: async () => ({ refused: 'unknown-order' }),
      onFailure: () => {},
    });
    return new OrderBatches({
      trading: {
        engine: { submit: submit as never },
        explain: async () => undefined,
        refuseDoubtfulPrice: async () => null,
        noteMissedRemoval: async () => {},
        successorOf: async () => null,
      },
      findProducts: async (names) => new Map(names.map((each) => [each, { id: idOf(each), trades: true }])),
      findOrders: async () => [],
      keys,
      laneOf: String,
      nowMs,
      onFailure: () => {},
    });
  }

  const caller = (userId: string) => ({ userId, key: null, refusalToOrder: async () => null });
  const asks = (count: number) =>
    Array.from({ length: count }, () => command('ask', 400)) as Parameters<OrderBatches['run']>[0];
  const aMoment = () => new Promise(setImmediate);

  it('has 64 commands in the engine at most, and its users take turns', async () => {
    const inEngine: { readonly userId: string; answer(): void }[] = [];
    const batches = batchesInto(
      (submitted) =>
        new Promise((resolve) => {
          const { userId } = submitted as { userId: string };
          inEngine.push({ userId, answer: () => resolve({ kind: 'rested', seq: 1 }) });
        }),
    );
    const first = batches.run(asks(500), caller('one'));
    await aMoment();
    const second = batches.run(asks(20), caller('two'));
    await aMoment();
    expect(inEngine).toHaveLength(64);
    for (const { answer } of inEngine.slice(0, 40)) {
      answer();
      await aMoment();
    }
    expect(inEngine.slice(64).filter(({ userId }) => userId === 'two')).toHaveLength(20);
    for (let index = 40; index < inEngine.length; index += 1) {
      inEngine[index]?.answer();
      await aMoment();
    }
    expect([(await first).length, (await second).length]).toEqual([500, 20]);
  });

  it('goes on with products of other machines while as many commands wait for one', async () => {
    let come = () => {};
    const back = new Promise<void>((resolve) => {
      come = resolve;
    });
    const batches = batchesInto(
      async ({ productId: id }) => {
        await (id === 1 && back);
        return { kind: 'rested', seq: 1 };
      },
      undefined,
      (each) => (each === name ? 1 : 2),
    );
    const away = batches.run(asks(100), caller('one'));
    await aMoment();
    const others = asks(3).map((each) => ({ ...each, name: 'Elsewhere' })) as ReturnType<typeof asks>;
    expect(await batches.run(others, caller('two'))).toHaveLength(3);
    come();
    expect(await away).toHaveLength(100);
  });

  it('answers the commands that come too late without sending them', async () => {
    let nowMs = 0;
    let sent = 0;
    const batches = batchesInto(
      async () => {
        sent += 1;
        nowMs += 1_000;
        return { kind: 'rested', seq: 1 };
      },
      () => nowMs,
    );
    const answers = texts(await batches.run(asks(20), caller('one')));
    expect([answers.filter((each) => each === 'busy').length, sent]).toEqual([9, 11]);
  });

  it('answers each command whose outcome is unknown, or that fails, on its own', async () => {
    let sent = 0;
    const batches = batchesInto(async () => {
      sent += 1;
      if (sent < 3) {
        throw sent === 1 ? new OutcomeUnknownError('lost') : new Error('a bug');
      }
      return { kind: 'rested', seq: 1 };
    });
    expect(texts(await batches.run(asks(3), caller('one')))).toEqual([
      'outcome-unknown',
      'internal-error',
      `Your ask of 400$ for ${name}, size 9 is placed.`,
    ]);
  });
});

function body({ call: _call, ...rest }: { readonly call: string } & Record<string, unknown>) {
  return rest;
}

async function placed(by: TestUser, price: number) {
  const placedAsk = command('ask', price);
  expect((await by.post('/ask', body(placedAsk))).statusCode).toBe(200);
  return placedAsk;
}

/** Posts as the user does, to another server. */
function postTo({ app }: TestApp, { uid, cookie }: TestUser): TestUser['post'] {
  return (path, payload = {}) =>
    app.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: { cookie, origin: 'http://localhost:3000' },
      payload: { uid, ...payload },
    });
}
