import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProductPage } from '../src/product/product-page.js';
import { loadStoredSizes } from '../src/sizing/load-stored-sizes.js';
import { useSizing } from '../src/sizing/use-sizing.js';
import { SIZES_KEY } from '../src/storage/stored-keys.js';
import { BuyPage, SellPage } from '../src/trade/trade-page.js';
import { productDetail, UNKNOWN_FIGURES } from './support/data.js';
import { FakeIntersections } from './support/fake-intersections.js';
import { openPage, server, startServer } from './support/open-page.js';

beforeEach(() => {
  startServer();
  // The parts further down are out of sight.
  new FakeIntersections();
  server.answer('productFigures', UNKNOWN_FIGURES);
  server.answer('productHistory', []);
  server.answer('productOddSales', []);
  server.answer('productBook', { asks: [], bids: [] });
});

afterEach(() => useSizing.setState({ sizing: null }));

const ask = (id: string, size: string, price: number) => ({ id, size, price });

async function openRun(changes: Parameters<typeof productDetail>[0] = {}) {
  server.answer('product', [
    productDetail({
      sizes: ['8', '9', '10'],
      asks: [ask('a1', '9', 240), ask('a2', '9', 260), ask('a3', '8', 250)],
      bids: [ask('b1', '9', 200)],
      ...changes,
    }),
  ]);
  const opened = openPage(ProductPage, { at: '/product/7', path: '/product/:id' });
  const run = await screen.findByRole('table', { name: 'Size run' });
  return { ...opened, run };
}

const rowsOf = (run: HTMLElement) =>
  within(run)
    .getAllByRole('row')
    .map((row) =>
      [...row.children].map(
        (cell) => cell.querySelector('[aria-label]')?.getAttribute('aria-label') ?? cell.textContent.trim(),
      ),
    );

it('is a table of all sizes, whose asks lead to buying and whose bids lead to selling', async () => {
  const { run } = await openRun();
  expect(rowsOf(run)).toEqual([
    ['Size', 'Show size 8', 'Show size 9', 'Show size 10'],
    [
      'Lowest ask',
      'Size 8: buy at 250$, 1 ask',
      'Size 9: buy at 240$, 2 asks',
      'Size 10: no asks, place a bid',
    ],
    [
      'Highest bid',
      'Size 8: no bids, place an ask',
      'Size 9: sell at 200$, 1 bid',
      'Size 10: no bids, place an ask',
    ],
  ]);
  const addresses = within(run)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
  expect(addresses).toEqual([
    '/buy/7?size=8&mode=now',
    '/buy/7?size=9&mode=now',
    '/buy/7?size=10&mode=bid',
    '/sell/7?size=8',
    '/sell/7?size=9',
    '/sell/7?size=10',
  ]);
});

it('is one tab stop, with the arrow keys between its columns and sides, and Enter to trade', async () => {
  const { run, user } = await openRun();
  const focused = () =>
    document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent.trim();
  const stops = () => run.querySelectorAll('[tabindex="0"]').length;
  expect(stops()).toBe(1);
  act(() => run.querySelector<HTMLElement>('[tabindex="0"]')?.focus());
  const steps = [
    ['{ArrowUp}', 'Size 8: buy at 250$, 1 ask'],
    ['{ArrowLeft}', 'Size 8: buy at 250$, 1 ask'],
    ['{ArrowRight}', 'Size 9: buy at 240$, 2 asks'],
    ['{ArrowUp}', 'Size 9: buy at 240$, 2 asks'],
    ['{ArrowDown}', 'Size 9: sell at 200$, 1 bid'],
    ['{End}', 'Size 10: no bids, place an ask'],
    ['{ArrowDown}', 'Show size 10'],
    ['{Home}', 'Show size 8'],
    ['{ArrowRight}', 'Show size 9'],
    ['{ArrowUp}', 'Size 9: sell at 200$, 1 bid'],
  ] as const;
  for (const [key, name] of steps) {
    await user.keyboard(key);
    expect(focused(), key).toBe(name);
    expect(stops()).toBe(1);
  }
  await user.keyboard('{Enter}');
  await waitFor(() => expect(location.pathname + location.search).toBe('/sell/7?size=9'));
});

it('chooses the size of the page, and all sizes again', async () => {
  const { run, user } = await openRun();
  const size = within(run).getByRole('button', { name: 'Show size 9' });
  await user.click(size);
  await screen.findByRole('button', { name: 'Size: 9' });
  expect(size.getAttribute('aria-pressed')).toBe('true');
  expect(location.search).toBe('?size=9');
  await user.click(size);
  await screen.findByRole('button', { name: 'Size: All' });
});

it("names the visitor's own size", async () => {
  await loadStoredSizes();
  localStorage.setItem(SIZES_KEY, '{"system":"us-men","size":"9","uid":""}');
  const { run } = await openRun({ brand: 'Nike' });
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: SIZES_KEY }));
  });
  const own = within(run).getByRole('button', { name: 'Show size 9 Yours' });
  expect(own.getAttribute('aria-pressed')).toBe('true');
});

it('is missing where nothing can be traded', async () => {
  server.answer('product', [productDetail({ tradesFrom: '2999-01-02' })]);
  openPage(ProductPage, { at: '/product/7', path: '/product/:id' });
  await screen.findByText('Trading opens on 2 Jan 2999');
  expect(screen.queryByRole('table', { name: 'Size run' })).toBeNull();
});

it('the buy button takes the size of the lowest ask to the panel, unless several sizes have it', async () => {
  await openRun();
  const buy = () => screen.getByRole('link', { name: /^Buy For 240\$/ });
  expect(buy().getAttribute('href')).toBe('/buy/7?size=9&mode=now');
  expect(screen.getByRole('link', { name: /^Place Bid/ }).getAttribute('href')).toBe('/buy/7?mode=bid');
});

it('the buy button leads to the sizes if several have the lowest ask', async () => {
  await openRun({ asks: [ask('a1', '9', 240), ask('a2', '10', 240)] });
  const buy = screen.getByRole('link', { name: /^Buy For 240\$/ });
  expect(buy.getAttribute('href')).toBe('/buy/7?mode=now');
});

describe('under all sizes, for a visitor with an own size, a button leads to its price', () => {
  const bid = (id: string, size: string, price: number) => ({ id, size, price });

  async function openAllSizes(changes: Parameters<typeof productDetail>[0]) {
    await loadStoredSizes();
    localStorage.setItem(SIZES_KEY, '{"system":"us-men","size":"11","uid":""}');
    server.answer('product', [productDetail({ brand: 'Nike', sizes: ['9', '10', '11'], ...changes })]);
    const { user } = openPage(ProductPage, {
      at: '/product/7?size=all',
      path: '/product/:id',
      others: { '/buy/:id': BuyPage, '/sell/:id': SellPage },
    });
    await screen.findByRole('table', { name: 'Size run' });
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: SIZES_KEY }));
    });
    screen.getByRole('button', { name: 'Size: All' });
    return {
      address: (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href'),
      follow: (name: RegExp) => user.click(screen.getByRole('link', { name })),
    };
  }

  it('which several sizes have: the visitor chooses one', async () => {
    const { address, follow } = await openAllSizes({
      asks: [ask('a1', '9', 200), ask('a2', '10', 200), ask('a3', '11', 350)],
      bids: [bid('b1', '9', 150), bid('b2', '10', 150), bid('b3', '11', 100)],
    });
    expect(address(/^Sell for 150\$/)).toBe('/sell/7?size=all');
    await follow(/^Buy For 200\$/);
    await screen.findByRole('heading', { name: 'Select Size' });
  });

  it('which one size has', async () => {
    const { address, follow } = await openAllSizes({
      asks: [ask('a1', '9', 200), ask('a3', '11', 350)],
      bids: [bid('b1', '9', 150), bid('b3', '11', 100)],
    });
    expect(address(/^Buy For 200\$/)).toBe('/buy/7?size=9&mode=now');
    await follow(/^Sell for 150\$/);
    await screen.findByRole('heading', { name: 'Size 9' });
    expect(location.search).toBe('?size=9');
  });

  it('which no size has: to the own size', async () => {
    const { address } = await openAllSizes({ asks: [], bids: [] });
    expect(address(/^Buy For/)).toBe('/buy/7?mode=now');
    expect(address(/^Sell for/)).toBe('/sell/7');
  });
});
