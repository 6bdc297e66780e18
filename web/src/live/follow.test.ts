import { QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFollower } from './follow.js';
import type { LiveEvent } from './live-events.js';
import { createRefresher } from './refresher.js';

let client: QueryClient;
let stops: (() => void)[];

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient({
    defaultOptions: { queries: { staleTime: 60_000, gcTime: Number.POSITIVE_INFINITY } },
  });
  stops = [];
});
afterEach(() => {
  for (const stop of stops) {
    stop();
  }
  vi.useRealTimers();
});

const follower = () =>
  createFollower(
    client,
    createRefresher(client, () => 0),
  );

/** Mounts a screen with a query. @returns the number of reads, and a way to hold them */
function show(queryKey: QueryKey, data: unknown = 'data', answer: () => Promise<unknown> = async () => data) {
  const screen = { readings: 0, answer };
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn() {
      screen.readings += 1;
      return screen.answer();
    },
  });
  stops.push(observer.subscribe(() => {}));
  return screen;
}

const passes = (timeMs: number) => vi.advanceTimersByTimeAsync(timeMs);
const book = (product: number, prices = { lowestAsk: 240, highestBid: 200 }): LiveEvent => ({
  name: 'book',
  data: { product, size: '9', seq: 1, asks: 1, bids: 1, ...prices },
});
const sale = (product: number): LiveEvent => ({
  name: 'sale',
  data: {
    id: 's',
    thumbnail: '',
    brand: null,
    product,
    name: 'Runner',
    size: '9',
    price: 240,
    change: null,
    isOdd: false,
    date: '2026-11-22T12:00:00Z',
  },
});
const reset = (isOwn: boolean): LiveEvent => ({ name: 'reset', data: { isOwn } });

describe('a changed book', () => {
  it('refetches its product and no other', async () => {
    const [changed, other, figures, ladder] = [
      show(['product', '3']),
      show(['product', '4']),
      show(['productFigures', '3', '9']),
      show(['productBook', '3']),
    ];
    await passes(0);
    follower()(book(3));
    await passes(1);
    expect([changed.readings, figures.readings, ladder.readings, other.readings]).toEqual([2, 2, 2, 1]);
  });

  it('refetches at once, then at most every half second, and once more after the last change', async () => {
    const screen = show(['product', '3']);
    await passes(0);
    const follow = follower();
    for (let change = 0; change < 20; change += 1) {
      follow(book(3));
      await passes(100);
    }
    const during = screen.readings;
    expect(during).toBeGreaterThanOrEqual(4);
    expect(during).toBeLessThanOrEqual(6);
    await passes(2_000);
    expect(screen.readings).toBeLessThanOrEqual(during + 1);
    expect(client.getQueryState(['product', '3'])?.isInvalidated).toBe(false);
  });

  it('is not lost when a read began before it', async () => {
    const screen = show(['product', '3']);
    await passes(0);
    let answer: (data: string) => void = () => {};
    screen.answer = () =>
      new Promise((done) => {
        answer = done;
      });
    const follow = follower();
    follow(book(3));
    await passes(0);
    follow(book(3));
    await passes(5_000);
    expect(screen.readings).toBe(2);
    answer('before the change');
    await passes(0);
    expect(screen.readings).toBe(3);
    answer('after it');
    await passes(0);
    expect(client.getQueryData(['product', '3'])).toBe('after it');
  });

  it('is not lost when it comes during the first read of a list', async () => {
    let answer: (data: unknown) => void = () => {};
    const onTheWay = () =>
      new Promise((done) => {
        answer = done;
      });
    show(['trending'], [], onTheWay);
    await passes(0);
    follower()(book(3));
    await passes(0);
    answer([{ id: 3, lowestAsk: 200 }]);
    await passes(0);
    answer([{ id: 3, lowestAsk: 240 }]);
    await passes(0);
    expect(client.getQueryData(['trending'])).toEqual([{ id: 3, lowestAsk: 240 }]);
  });

  it('leaves queries without a screen to be refetched when one mounts', async () => {
    client.setQueryData(['product', '3'], 'old');
    follower()(book(3));
    await passes(0);
    expect(client.getQueryState(['product', '3'])).toMatchObject({
      isInvalidated: true,
      fetchStatus: 'idle',
    });
  });

  it.each<[QueryKey, object]>([
    [['trending'], [{ id: 3 }]],
    [
      ['highestBids', '3,5'],
      [{ id: 3 }, { id: 5 }],
    ],
  ])('refetches %j if it contains the product', async (queryKey, data) => {
    const screen = show(queryKey, data);
    await passes(0);
    follower()(book(4));
    await passes(0);
    expect(screen.readings).toBe(1);
    follower()(book(3));
    await passes(0);
    expect(screen.readings).toBe(2);
  });
});

it('waits before a refetch as long as the server may send an older response', async () => {
  const screen = show(['relatedProducts', '9'], [{ id: 3 }]);
  await passes(0);
  follower()(book(3));
  await passes(249);
  expect(screen.readings).toBe(1);
  await passes(1);
  expect(screen.readings).toBe(2);
});

describe('a sale', () => {
  it('refetches the history and sales of its product, and the market lists once the server has new ones', async () => {
    const screens = [
      show(['productHistory', '3', '1M']),
      show(['productSales', '3']),
      show(['product', '3']),
    ];
    const market = show(['market', '24h']);
    await passes(0);
    const follow = follower();
    follow(sale(3));
    await passes(2_000);
    follow(sale(3));
    await passes(2_000);
    expect(screens.map(({ readings }) => readings)).toEqual([3, 3, 3]);
    expect(market.readings).toBe(1);
    await passes(1_000);
    expect(market.readings).toBe(2);
    await passes(9_000);
    expect(market.readings).toBe(2);
    await passes(1_000);
    expect(market.readings).toBe(3);
  });
});

describe('an odd sale', () => {
  it('refetches the figures and history of its product, and the trade feed', async () => {
    const screens = [
      show(['productFigures', '3', null]),
      show(['productHistory', '3', '1M']),
      show(['productOddSales', '3', null, '1M']),
      show(['tape']),
    ];
    await passes(0);
    follower()({ name: 'odd', data: { id: 'a', product: 3, size: '9' } });
    await passes(0);
    expect(screens.map(({ readings }) => readings)).toEqual([2, 2, 2, 2]);
  });
});

describe('a void sale', () => {
  it('refetches all that shows the sales of its product, and the trade feed', async () => {
    const screens = [
      show(['product', '3']),
      show(['productFigures', '3', null]),
      show(['productHistory', '3', '1M']),
      show(['productSales', '3']),
      show(['productOddSales', '3', null, '1M']),
      show(['trending'], [{ id: 3 }]),
      show(['collection', 'ada'], { pairs: [{ productId: 3 }] }),
      show(['tape']),
    ];
    const other = show(['productFigures', '4', null]);
    await passes(0);
    follower()({ name: 'void', data: { id: 'a', product: 3, size: '9' } });
    await passes(0);
    expect(screens.map(({ readings }) => readings)).toEqual(screens.map(() => 2));
    expect(other.readings).toBe(1);
  });
});

describe('an event of the user', () => {
  it('refetches the user data and the notifications', async () => {
    const [data, notices, product] = [
      show(['userData', 'ada']),
      show(['notices', 'ada']),
      show(['product', '3']),
    ];
    await passes(0);
    const follow = follower();
    follow({ name: 'order', data: { product: 3, size: '9', side: 'ask', status: 'traded' } });
    follow({ name: 'notice', data: { unread: 1 } });
    await passes(0);
    expect([data.readings, notices.readings, product.readings]).toEqual([2, 2, 1]);
  });
});

describe('a notification', () => {
  it('refetches the trades and pairs of the user: a deal may have failed', async () => {
    const screens = [
      show(['userData', 'ada']),
      show(['collection', 'ada'], { pairs: [] }),
      show(['collectionHistory', 'ada', '6M']),
      show(['deals', 'ada']),
    ];
    await passes(0);
    follower()({ name: 'notice', data: { unread: 1 } });
    await passes(0);
    expect(screens.map(({ readings }) => readings)).toEqual(screens.map(() => 2));
  });
});

describe('a resync', () => {
  it('refetches everything that may have been missed, of the market or of the user', async () => {
    const [product, prices, trending, data] = [
      show(['product', '3']),
      show(['prices', 'Runner', '9']),
      show(['trending'], []),
      show(['userData', 'ada']),
    ];
    const [security, watches] = [show(['security', 'ada']), show(['watches', 'ada'], [])];
    await passes(0);
    const follow = follower();
    follow(reset(false));
    await passes(0);
    expect([product, prices, trending, data].map(({ readings }) => readings)).toEqual([2, 2, 2, 1]);
    expect(watches.readings).toBe(2);
    follow(reset(true));
    await passes(0);
    expect([data.readings, security.readings]).toEqual([2, 1]);
  });
});
