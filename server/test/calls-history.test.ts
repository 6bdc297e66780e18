import { randomUUID } from 'node:crypto';
import {
  HISTORY_PAGE,
  type History,
  historySchema,
  SHOWN_TRADES,
  type UserData,
} from '@perkex/contract/user-data.js';
import { beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { buildProducts, order } from './market.js';
import { buildTrader, type TestUser, useMarket } from './test-app.js';

const TRADES = SHOWN_TRADES + 2 * HISTORY_PAGE + 7;

const market = useMarket();
let seller: TestUser;
let buyer: TestUser;
/** The ids of the seller's asks, in the order in which they were sold. */
const sold: string[] = [];

beforeAll(async () => {
  [seller, buyer] = await Promise.all([buildTrader(market), buildTrader(market)]);
  const [productId = 0] = await buildProducts(market.database, ['Much sold']);
  for (let done = 0; done < TRADES; done += 50) {
    const asks = Array.from({ length: Math.min(50, TRADES - done) }, () =>
      order('ask', seller.uid, 100, { productId }),
    );
    const buys = asks.map(() => order('buy', buyer.uid, 100, { productId }));
    await Promise.all([...asks, ...buys].map((command) => market.engine.submit(command)));
    sold.push(...asks.map(({ orderId }) => orderId));
  }
});

async function pageOf(user: TestUser, query: string): Promise<History> {
  const answer = await user.get(`/history?${query}`);
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
  return z.parse(historySchema, answer.json());
}

it('getUserData returns the newest sales and purchases, oldest first', async () => {
  const data = (await seller.get(`/getUserData/${seller.uid}`)).json<UserData>();
  expect(data.sales.slice(1).map(({ id }) => id)).toEqual(sold.slice(-SHOWN_TRADES));
  const bought = (await buyer.get(`/getUserData/${buyer.uid}`)).json<UserData>();
  expect([bought.purchases.length, bought.sales.length]).toEqual([1 + SHOWN_TRADES, 1]);
});

it('older ones are listed page by page, newest first, each once', async () => {
  const data = (await seller.get(`/getUserData/${seller.uid}`)).json<UserData>();
  const ids: string[] = [];
  for (let before: string | null = data.sales[1]?.id ?? null; before !== null; ) {
    const page: History = await pageOf(seller, `side=ask&before=${before}`);
    ids.push(...page.trades.map(({ id }) => id));
    before = page.next;
  }
  expect(ids.reverse()).toEqual(sold.slice(0, -SHOWN_TRADES));
});

it('without a cursor, the list starts with the newest', async () => {
  const { trades, next } = await pageOf(buyer, 'side=bid');
  expect(trades).toHaveLength(HISTORY_PAGE);
  expect(trades[0]).toMatchObject({ name: 'Much sold', price: 100, size: '9' });
  const last = trades.at(-1);
  expect(next).toBe(`${last?.productId}/${last?.id}`);
});

it('a user neither sees another user’s trades nor can use one as a cursor', async () => {
  expect(await pageOf(seller, 'side=bid')).toEqual({ trades: [], next: null });
  const [id] = sold;
  expect((await buyer.get(`/history?side=bid&before=${id}`)).json()).toMatchObject({ code: 'unknown-order' });
  expect((await seller.get(`/history?side=bid&before=${id}`)).json()).toMatchObject({
    code: 'unknown-order',
  });
  expect((await seller.get(`/history?side=ask&before=${randomUUID()}`)).statusCode).toBe(404);
  expect((await market.app.inject('/api/history?side=ask')).statusCode).toBe(401);
});

it.each(['', 'side=sales', 'side=ask&before=yesterday', 'side=ask&side=bid'])(
  'a query of %j is refused',
  async (query) => {
    const answer = await seller.get(`/history?${query}`);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, 'invalid-body']);
  },
);
