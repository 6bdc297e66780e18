import { randomUUID } from 'node:crypto';
import { dealCode } from '@perkex/core/deals/deal-code.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit } from '../../server/src/audit/audit.js';
import { DealsConsumer } from '../../server/src/deals/deals-consumer.js';
import { consumeAll } from '../../server/test/consumers.js';
import { QUIET_STEPS } from '../../server/test/deals.js';
import { buildMember, happen, takeAs } from '../../server/test/desk-market.js';
import { listen } from '../../server/test/event-reader.js';
import { buildProducts } from '../../server/test/market.js';
import { buildTestApp, buildTrader, type TestApp, type TestUser } from '../../server/test/test-app.js';
import { listPairs } from '../examples/list-pairs.js';
import { Books } from '../src/books.js';
import type { UserEvent } from '../src/generated/calls.js';
import { Perkex } from '../src/perkex.js';
import { isProblem, NoAnswerError } from '../src/problem.js';
import { WORLD } from '../src/transport.js';

const NAME = 'Client Runner';

let market: TestApp;
/** A second server on the same database. */
let other: TestApp;
let productId: number;
let seller: Perkex;
let buyer: Perkex;
let ann: TestUser;

beforeAll(async () => {
  market = await buildTestApp({ payments: { provider: 'play' } });
  // The test causes the outcomes of calls itself.
  await market.jobs.stop();
  other = await buildTestApp({ database: market.database, payments: { provider: 'play' } });
  await other.jobs.stop();
  [productId = 0] = await buildProducts(market.database, [NAME]);
  seller = await clientOf(await buildTrader(market));
  buyer = await clientOf(await buildTrader(market));
  ann = await buildMember(market, 'ann', 'admin');
});

afterAll(async () => {
  const violated = (await audit(market.database.pool)).filter(({ violations }) => violations > 0);
  await other.close();
  await market.close();
  expect(violated).toEqual([]);
});

async function clientOf(user: TestUser, more: Partial<ConstructorParameters<typeof Perkex>[0]> = {}) {
  const terms = { maxOrder: null, maxDay: null, side: null, products: null, addresses: null, days: null };
  const made = await user.post('/keys/make', {
    ...terms,
    name: 'Client',
    scopes: ['read', 'trade', 'sell', 'money'],
  });
  expect(made.statusCode, made.body).toBe(200);
  return new Perkex({ url: await listen(market), key: made.json<{ text: string }>().text, ...more });
}

/** The next event of an iterator that satisfies the condition. */
async function next<Event>(events: AsyncIterator<Event>, wanted: (event: Event) => boolean): Promise<Event> {
  for (;;) {
    const { value, done } = await events.next();
    if (done) {
      throw new Error('The iterator has ended.');
    }
    if (wanted(value)) {
      return value;
    }
  }
}

const dealEvent = (name: string) => (event: UserEvent) => event.kind === 'deal' && event.event === name;

describe('a client', () => {
  it('trades a pair from its ask to the payout, with the drop copy of its seller', async () => {
    const abort = new AbortController();
    const events = seller.events({ signal: abort.signal })[Symbol.asyncIterator]();
    const opened = next(events, ({ kind }) => kind === 'order');
    const order = { name: NAME, size: '9', price: 210 };
    const { id, text } = await seller.place('ask', order);
    expect(text).toContain('210');
    await market.consumeFeed();
    expect(await opened).toMatchObject({ order: id, status: 'open', price: 210 });
    await seller.call('changeOrder', { body: { id, price: 200 } });
    await buyer.place('bid', { ...order, price: 150 });
    const [listed] = await seller.call('product', { params: { id: productId } });
    expect(listed).toMatchObject({ name: NAME });
    expect(await buyer.call('prices', { query: { name: NAME, size: '9' } })).toEqual([200, 150]);

    await buyer.place('buy', { ...order, price: 200 });
    await consumeAll(market.database, new DealsConsumer(QUIET_STEPS));
    await market.consumeFeed();
    const trade = await next(events, ({ kind }) => kind === 'trade');
    const key = { productId, id: trade.kind === 'trade' ? trade.trade : '' };
    const pair = { key, code: dealCode(key) };
    const read = () => seller.call('deal', { params: { id: key.id } });
    expect((await read()).state).toBe('unpaid');
    await happen(
      market,
      key,
      ['clock', { type: 'pay', method: 'card', carriedCents: 0 }],
      ['provider', { type: 'payment-held', callVersion: 1, amountCents: 216_00 }],
    );
    await next(events, dealEvent('payment-held'));
    const { version } = await read();
    const step = { type: 'ship', carrier: 'ups', trackingNumber: '1Z999AA10123456784' } as const;
    const shipped = await seller.call('takeDealStep', {
      body: { deal: key.id, id: randomUUID(), version, step },
    });
    expect(shipped.state).toBe('shipped');
    for (const taken of ['receive', 'pass']) {
      expect((await takeAs(ann, pair, taken)).statusCode, taken).toBe(200);
    }
    await happen(market, key, ['clock', { type: 'start-payout', nettedCents: 0 }]);
    const callVersion = (await read()).version;
    await happen(market, key, ['provider', { type: 'payout-done', callVersion }]);
    await next(events, dealEvent('payout-done'));
    for (const taken of ['send', 'parcel-arrived']) {
      expect((await takeAs(ann, pair, taken)).statusCode, taken).toBe(200);
    }
    expect((await buyer.call('deal', { params: { id: key.id } })).state).toBe('delivered');
    const { sums } = await seller.call('money');
    expect(JSON.stringify(sums)).toContain('paid');
    expect(
      (await buyer.call('deals', { query: { party: 'buyer', group: 'in-progress' } })).deals,
    ).toHaveLength(1);
    abort.abort();
  });

  it('sends an order again until an answer arrives, and places it once', async () => {
    let lost = 0;
    const user = await buildTrader(market);
    const client = await clientOf(user, {
      fetch: async (url, init) => {
        const response = await WORLD.fetch(url, init);
        if (lost < 2 && init?.method === 'POST') {
          lost += 1;
          throw new TypeError('The connection was closed.');
        }
        return response;
      },
      wait: async () => {},
    });
    const { id } = await client.place('ask', { name: NAME, size: '9.5', price: 300 });
    const { asks } = await client.call('userData');
    expect([lost, asks.map((ask) => ask.id).filter((each) => each !== '')]).toEqual([2, [id]]);
    await client.call('deleteAsk', { body: { id } });
    expect((await client.call('userData')).asks.map((ask) => ask.id)).toEqual(['']);
  });

  it('places an order once whose answer was lost, and which is placed again with the id of the error', async () => {
    let isLost = true;
    const client = await clientOf(await buildTrader(market), {
      fetch: async (url, init) => {
        const response = await WORLD.fetch(url, init);
        return isLost ? Promise.reject(new TypeError('The connection was closed.')) : response;
      },
      wait: async () => {},
    });
    const order = { name: NAME, size: '9.5', price: 310 };
    const error = await client.place('ask', order).catch((reason: unknown) => reason);
    const { orderId = '' } = error as NoAnswerError;
    isLost = false;
    expect((await client.place('ask', { ...order, id: orderId })).text).toContain('310');
    const { asks } = await client.call('userData');
    expect(asks.map(({ id }) => id).filter((id) => id !== '')).toEqual([orderId]);
    await client.call('deleteAsk', { body: { id: orderId } });
  });

  it('reports refusals by their codes, and a server that does not answer', async () => {
    const refused = buyer.call('buy', { body: { id: randomUUID(), name: NAME, size: '10', price: 100 } });
    const error = await refused.catch((reason: unknown) => reason);
    expect(isProblem(error, 'no-asks', 'price-moved')).toBe(true);
    expect(isProblem(error, 'blocked')).toBe(false);
    const nowhere = new Perkex({ url: 'http://127.0.0.1:9', wait: async () => {}, repetitions: 1 });
    await expect(nowhere.call('health')).rejects.toBeInstanceOf(NoAnswerError);
    const stranger = new Perkex({ url: await listen(market) });
    await expect(stranger.call('money')).rejects.toMatchObject({ code: 'not-signed-in', status: 401 });
  });

  it('waits as long as a busy server asks for', async () => {
    const waits: number[] = [];
    const answers = [
      new Response('', { status: 503, headers: { 'retry-after': '2' } }),
      new Response('', { status: 502 }),
      Response.json({ status: 'ok' }),
    ];
    const client = new Perkex({
      url: 'http://market.example',
      fetch: async () => answers.shift() as Response,
      wait: async (ms) => void waits.push(ms),
      random: () => 1,
    });
    expect(await client.call('health')).toEqual({ status: 'ok' });
    expect(waits).toEqual([2_000, 500]);
  });

  it('follows the drop copy across broken connections, with each event once', async () => {
    const user = await buildTrader(market);
    const abort = new AbortController();
    const servers = [await listen(market), await listen(other)];
    let opened = 0;
    /** Longer than a call is repeated. */
    let failuresLeft = 20;
    const client = await clientOf(user, {
      wait: async () => {},
      fetch: async (url, init) => {
        if (!String(url).includes('/me/events')) {
          return WORLD.fetch(url, init);
        }
        if (opened > 0 && failuresLeft > 0) {
          failuresLeft -= 1;
          throw new TypeError('fetch failed');
        }
        opened += 1;
        const server = servers[opened % 2] ?? '';
        const response = await WORLD.fetch(String(url).replace(servers[0] ?? '', server), init);
        return brokenAfter(response, 3);
      },
    });
    const events = client.events({ signal: abort.signal });
    const prices = Array.from({ length: 6 }, (_, index) => 400 + index);
    const seen: (UserEvent | undefined)[] = [];
    for (const price of prices) {
      const next = events.next();
      await client.place('ask', { name: NAME, size: '10', price });
      await market.consumeFeed();
      seen.push((await next).value ?? undefined);
    }
    expect(seen.map((event) => event?.number)).toEqual(prices.map((_price, index) => index + 1));
    expect([opened > 2, failuresLeft]).toEqual([true, 0]);
    abort.abort();
  });

  it('rebuilds the books across broken connections', async () => {
    const abort = new AbortController();
    const servers = [await listen(market), await listen(other)];
    let opened = 0;
    const client = new Perkex({
      url: servers[0] ?? '',
      wait: async () => {},
      fetch: async (url, init) => {
        opened += 1;
        const server = servers[opened % 2] ?? '';
        return brokenAfter(await WORLD.fetch(String(url).replace(servers[0] ?? '', server), init), 4);
      },
    });
    const books = new Books();
    const feed = client.feed({ products: [productId], signal: abort.signal });
    let resets = 0;
    const until = async (condition: () => boolean) => {
      while (!condition()) {
        const { value } = await feed.next();
        resets += value?.type === 'reset' ? 1 : 0;
        books.apply(value as NonNullable<typeof value>);
      }
    };
    await until(() => books.isReady);
    for (const price of [500, 510, 510, 520]) {
      const { id } = await seller.place('ask', { name: NAME, size: '9.5', price });
      if (price === 500) {
        await seller.call('deleteAsk', { body: { id } });
      }
    }
    await until(() => books.book(productId, '9.5').asks.some(({ price }) => price === 520));
    const { asks } = await client.call('productBook', { params: { id: productId }, query: { size: '9.5' } });
    const levels = books
      .book(productId, '9.5')
      .asks.map(({ price, orders }) => ({ price, quantity: orders }));
    expect(levels).toEqual(asks);
    expect([resets, opened > 1]).toEqual([1, true]);
    abort.abort();
  });
});

describe('the example that lists pairs', () => {
  it('lists each pair of the file once, however often it starts, and reports its sales', async () => {
    const [id = 0] = await buildProducts(market.database, ['Listed Runner, Low']);
    const csv = 'Listed Runner, Low,9,310\n\nListed Runner, Low,10,320\nListed Runner, Low,99,330\n';
    const client = await clientOf(await buildTrader(market));
    const lines: string[] = [];
    const run = async (isEnough: () => boolean) => {
      const abort = new AbortController();
      await listPairs(
        client,
        csv,
        (line) => {
          lines.push(line);
          if (isEnough()) {
            abort.abort();
          } else if (lines.length === 3) {
            void buyer
              .place('buy', { name: 'Listed Runner, Low', size: '9', price: 310 })
              .then(() => market.consumeFeed());
          }
        },
        abort.signal,
      );
    };
    await run(() => lines.some((line) => line.endsWith('sold for 310$.')));
    expect(lines.slice(0, 4)).toEqual([
      expect.stringContaining('310'),
      expect.stringContaining('320'),
      'Listed Runner, Low, size 99, is not listed: This product does not come in that size.',
      'Listed Runner, Low, size 9: sold for 310$.',
    ]);
    const before = lines.length;
    await run(() => lines.length === before + 3);
    const { asks } = await client.call('productBook', { params: { id }, query: {} });
    expect(asks).toEqual([{ price: 320, quantity: 1 }]);
  });

  it('lists only the new pairs of a file that is edited, and equal lines as pairs of their own', async () => {
    const [id = 0] = await buildProducts(market.database, ['Edited Runner']);
    const client = await clientOf(await buildTrader(market));
    const run = async (csv: string) => {
      const abort = new AbortController();
      let left = csv.split('\n').length;
      const report = () => {
        left -= 1;
        if (left === 0) {
          abort.abort();
        }
      };
      await listPairs(client, csv, report, abort.signal);
      const { asks } = await client.call('productBook', { params: { id }, query: {} });
      return asks.map(({ price, quantity }) => `${quantity} at ${price}`);
    };
    const [a, b, c] = ['Edited Runner,9,310', 'Edited Runner,9,320', 'Edited Runner,9,330'];
    expect(await run(`${a}\n${b}`)).toEqual(['1 at 310', '1 at 320']);
    expect(await run(`${c}\n${a}\n${b}`)).toEqual(['1 at 310', '1 at 320', '1 at 330']);
    expect(await run(`${b}\n${a}\n${a}`)).toEqual(['2 at 310', '1 at 320', '1 at 330']);
  });
});

/** The same response, whose connection breaks after some chunks. */
function brokenAfter(response: Response, chunks: number): Response {
  let left = chunks;
  const breaking = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      controller.enqueue(chunk);
      left -= 1;
      if (left === 0) {
        controller.error(new TypeError('terminated'));
      }
    },
  });
  const { status, headers } = response;
  return new Response(response.body?.pipeThrough(breaking) ?? null, { status, headers });
}
