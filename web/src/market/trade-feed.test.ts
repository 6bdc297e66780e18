import { describe, expect, it } from 'vitest';
import { type FeedSale, type TradeFeedPages, withNewerSales } from '../api/market.js';
import { heldTradeFeed, withSale } from './trade-feed.js';

function sale(id: string): FeedSale {
  return {
    id,
    product: 1,
    name: 'Test Runner',
    thumbnail: '/drawings/1.svg',
    brand: null,
    size: '9',
    priceCents: 20_000,
    change: null,
    isOdd: false,
    date: '2026-11-22T12:00:00.000Z',
  };
}

/** A trade feed with these pages, each written as the ids of its trades. */
function tradeFeedOf(...pages: string[]): TradeFeedPages {
  return {
    pages: pages.map((ids) => ({ sales: ids.split(' ').map(sale), next: null })),
    pageParams: pages.map(() => undefined),
  };
}

const idsOf = (sales: readonly FeedSale[]) => sales.map(({ id }) => id).join(' ');

describe('withSale', () => {
  it.each([
    ['puts a new trade first', '3 2 1', '4', '4 3 2 1'],
    ['inserts a late trade in order', '4 2 1', '3', '4 3 2 1'],
    ['contains each trade once', '3 2 1', '2', '3 2 1'],
  ])('%s', (_what, before, id, after) => {
    expect(idsOf(withSale(tradeFeedOf(before), sale(id)).pages[0]?.sales ?? [])).toBe(after);
  });

  it('leaves older pages unchanged', () => {
    const tape = tradeFeedOf('5 4', '3 2');
    expect(withSale(tape, sale('6')).pages[1]).toBe(tape.pages[1]);
  });

  it('keeps at most 200 trades, and reads the ones that it drops as its next page', () => {
    const ids = Array.from({ length: 200 }, (_, index) => String(999 - index));
    const [page] = withSale(tradeFeedOf(ids.join(' ')), sale('x')).pages;
    expect(page?.sales).toHaveLength(200);
    expect(page?.sales[0]?.id).toBe('x');
    expect(page?.next).toBe(page?.sales.at(-1)?.id);
    expect(page?.next).toBe('801');
  });
});

describe('a refetched trade feed', () => {
  const arrived = (id: string, arrivedAtMs: number) => ({ ...sale(id), arrivedAtMs });
  const readAt = (readAtMs: number, ids: string): TradeFeedPages => {
    const { pages, pageParams } = tradeFeedOf(ids);
    return { pages: pages.map((page) => ({ ...page, readAtMs })), pageParams };
  };

  it('keeps the trades that arrived while it was in flight', () => {
    const before = withSale(tradeFeedOf('2 1'), arrived('3', 500));
    expect(idsOf(withNewerSales(before, readAt(400, '2 1')).pages[0]?.sales ?? [])).toBe('3 2 1');
  });

  it('drops the newest trade if it has become void, whether it was read or had arrived', () => {
    const before = withSale(tradeFeedOf('2 1'), arrived('3', 500));
    expect(idsOf(withNewerSales(before, readAt(600, '1')).pages[0]?.sales ?? [])).toBe('1');
  });
});

describe('heldTradeFeed', () => {
  it.each([
    ['shows all trades while it runs', null, '4 3 2 1', 0],
    ['hides and counts later trades while it is paused', '2', '2 1', 2],
    ['shows all trades if none arrived during the pause', '4', '4 3 2 1', 0],
    ['stays empty if it was empty when it was paused', '', '', 4],
  ])('%s', (_what, newestId, shown, waiting) => {
    const held = heldTradeFeed(['4', '3', '2', '1'].map(sale), newestId);
    expect([idsOf(held.shown), held.waiting]).toEqual([shown, waiting]);
  });
});
