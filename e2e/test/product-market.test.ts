import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { savePastSales } from '@perkex/server/catalogue/save-past-sales.js';
import { transaction } from '@perkex/server/database/transaction.js';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DESKTOP } from '../src/browser.js';
import { layoutShifts } from '../src/layout-shifts.js';
import type { Person } from '../src/person.js';
import { type ShopProduct, useShop } from './support/shop.js';

const shop = useShop();
const DAY_MS = 24 * 60 * 60 * 1_000;

interface Sold {
  readonly daysAgo: number;
  readonly price: number;
  readonly size?: string;
}

/** A product with these past sales. */
async function soldProduct(sales: readonly Sold[]): Promise<ShopProduct> {
  const product = await shop.product();
  const noonMs = (Math.floor(Date.now() / DAY_MS) + 0.5) * DAY_MS;
  const past = sales.map(({ daysAgo, price, size = '9' }, index) => ({
    productId: product.id,
    size,
    priceCents: price * 100,
    content: `${product.id} ${index}`,
    soldAt: new Date(noonMs - daysAgo * DAY_MS - index),
  }));
  await transaction(shop.app.database.pool, (tx) => savePastSales(tx, past));
  return product;
}

const REAL_SALES = fileURLToPath(new URL('../../../shared/data/stockx-2019-sales.csv.gz', import.meta.url));

/** The sales of a sneaker in a size from the file of 99,956 sales, as if it had ended yesterday. */
function realSales(sneaker: string, size: string): Sold[] {
  const rows = gunzipSync(readFileSync(REAL_SALES)).toString().trim().split('\n');
  const lastMs = Date.parse(rows.at(-1)?.split(',')[0] ?? '');
  return rows
    .map((row) => row.split(','))
    .filter((row) => row[2] === sneaker && row[6] === size)
    .map(([day = '', , , price]) => ({
      daysAgo: 1 + (lastMs - Date.parse(day)) / DAY_MS,
      price: Number(price),
      size,
    }));
}

const THREE_DAYS: readonly Sold[] = [
  { daysAgo: 20, price: 200 },
  { daysAgo: 10, price: 240 },
  { daysAgo: 10, price: 260 },
  { daysAgo: 2, price: 300, size: '10' },
];

async function read<Answer>(path: string): Promise<Answer> {
  return (await (await fetch(`${shop.url}/api/${path}`)).json()) as Answer;
}

interface Bucket {
  readonly start: string;
  readonly average: number;
  readonly low: number;
  readonly high: number;
  readonly sales: number;
}

const chart = ({ page }: Person) => page.getByRole('slider', { name: /^Price history/ });

/** Opens the page of a product and scrolls to its chart, which loads in view. */
async function opensChart(person: Person, path: string): Promise<void> {
  await person.opens(path);
  await person.page
    .getByRole('region', { name: 'Price history' })
    .evaluate((place) => place.scrollIntoView());
}

const valuesAt = async (person: Person) => (await chart(person).getAttribute('aria-valuetext')) ?? '';

/** The chart's text for a daily bucket. */
function dayText({ start, average, low, high, sales }: Bucket): string {
  const date = new Date(start);
  const month = date.toLocaleDateString('en-US', { timeZone: 'UTC', month: 'short' });
  return `${date.getUTCDate()} ${month} ${date.getUTCFullYear()}: average ${average}$, low ${low}$, high ${high}$, ${sales === 1 ? '1 sale' : `${sales} sales`}`;
}

/** The figures of the page by their names. */
function figuresOf({ page }: Person): Promise<Record<string, string>> {
  return page.getByRole('region', { name: 'Figures' }).evaluate((region) => {
    const [list] = region.querySelectorAll('dl');
    const entries = [...(list?.children ?? [])].map((entry) => [
      entry.querySelector('dt')?.textContent ?? '',
      entry.querySelector('dd')?.textContent ?? '',
    ]);
    return Object.fromEntries(entries);
  });
}

const rowsOf = async (table: Locator): Promise<string[][]> =>
  table
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));

describe('the figures of a product', () => {
  it('are those of its sales and books, over all sizes and for the chosen one', async () => {
    const { id, name } = await soldProduct(THREE_DAYS);
    const maker = await shop.account();
    await maker.order('ask', { name, size: '9', price: 250 });
    await maker.order('bid', { name, size: '9', price: 200 });
    const visitor = await shop.visitor();
    await visitor.opens(`/product/${id}`);
    await visitor.sees('52-week high');
    expect(await figuresOf(visitor)).toMatchObject({
      '52-week high': '300$',
      '52-week low': '200$',
      Average: '250$',
      'Sales, 72 h': '1',
      'Sales, 365 d': '4',
      Turnover: '1000$',
      Spread: '20.0%',
      'Open asks': '1',
      'Open bids': '1',
    });
    await visitor.presses(/^Size/);
    await visitor.button(/^10\b/).click();
    await expect
      .poll(() => figuresOf(visitor))
      .toMatchObject({ Average: '300$', Spread: '--', 'Open asks': '0' });
  });

  it('are -- where unknown, and each is explained, beside an empty book and chart', async () => {
    const { id } = await shop.product();
    const visitor = await shop.visitor();
    await visitor.opens(`/product/${id}`);
    await visitor.sees('52-week high');
    const figures = await figuresOf(visitor);
    expect(figures).toMatchObject({ '52-week high': '--', Volatility: '--', Premium: '--', Spread: '--' });
    await visitor.page.getByText('What do these mean?').click();
    await visitor.sees('The highest price of the last 365 days.');
    const explained = visitor.page.getByRole('region', { name: 'Figures' }).locator('details dt');
    expect(await explained.count()).toBe(Object.keys(figures).length);
    await visitor.sees('This line begins with the first pair sold.');
    await visitor.sees('No asks or bids yet. Yours can be the first.');
  });
});

describe('the chart', () => {
  it('gives the exact values of each day to keyboard, pointer and finger, and in a table', async () => {
    const { id } = await soldProduct(THREE_DAYS);
    const days = await read<Bucket[]>(`${id}/history?range=3M`);
    expect(days).toHaveLength(3);
    const visitor = await shop.visitor({ colorScheme: 'light' });
    const { page } = visitor;
    await opensChart(visitor, `/product/${id}`);
    await chart(visitor).focus();
    expect(await valuesAt(visitor)).toBe(dayText(days[2]!));
    for (const [key, day] of [
      ['ArrowLeft', 1],
      ['Home', 0],
      ['End', 2],
    ] as const) {
      await page.keyboard.press(key);
      expect(await valuesAt(visitor), key).toBe(dayText(days[day]!));
      expect(await chart(visitor).getAttribute('aria-valuenow'), key).toBe(String(day));
    }
    await chart(visitor).blur();
    await chart(visitor).scrollIntoViewIfNeeded();
    // Parts that load in view move the chart.
    await visitor.seesAllOfIt();
    const place = await chart(visitor).boundingBox();
    const pressed = { clientX: (place?.x ?? 0) + 5, clientY: (place?.y ?? 0) + 60 };
    await page.mouse.move(pressed.clientX, pressed.clientY);
    await chart(visitor).getByText('200$').waitFor();
    await chart(visitor).getByText('1 sale').waitFor();
    await page.mouse.move(0, 0);
    await chart(visitor).getByText('1 sale').waitFor({ state: 'hidden' });
    await chart(visitor).dispatchEvent('pointerdown', { pointerType: 'touch', ...pressed });
    await chart(visitor).getByText('200$').waitFor();
    await page.mouse.click(0, 0);

    const table = page.getByRole('table', { name: 'Price history' });
    const rows = days
      .toReversed()
      .map((day) => [
        dayText(day).split(':')[0],
        `${day.average}$`,
        `${day.low}$`,
        `${day.high}$`,
        `${day.sales}`,
      ]);
    expect(await rowsOf(table), 'for screen readers').toEqual(rows);
    await visitor.presses('Show as a table');
    expect(await chart(visitor).count()).toBe(0);
    expect(await rowsOf(table), 'by choice').toEqual(rows);
    await visitor.presses('Show as a chart');
    await chart(visitor).waitFor();

    await visitor.seesAllOfIt();
    const drawing = () =>
      page.locator('canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
    const light = await drawing();
    await visitor.presses('Switch to the dark theme');
    await expect.poll(drawing).not.toBe(light);
    await visitor.presses('Switch to the light theme');
    await expect.poll(drawing).toBe(light);
  });

  it('shows a single point in its middle, from the first frame on', async () => {
    const { id } = await soldProduct([{ daysAgo: 2, price: 300 }]);
    const visitor = await shop.visitor();
    await visitor.page.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(window, { dotsOfFrames: seen });
      const look = () => {
        const dot = document.querySelector<HTMLElement>('[role="slider"] > span');
        if (dot) {
          seen.push(`${dot.style.left} ${dot.style.top}`);
        }
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await opensChart(visitor, `/product/${id}`);
    await chart(visitor).waitFor();
    const dots = () =>
      visitor.page.evaluate(() => (window as never as { dotsOfFrames: string[] }).dotsOfFrames);
    await expect.poll(async () => (await dots()).length).toBeGreaterThan(5);
    expect(new Set(await dots()).size).toBe(1);
    const width = (await chart(visitor).boundingBox())?.width ?? 0;
    const share = Number.parseFloat((await dots())[0] ?? '') / width;
    expect(share, 'beside the labels of the prices').toBeGreaterThan(0.4);
    expect(share).toBeLessThan(0.6);
  });

  it('has its ranges as tabs, for pointer and keyboard', async () => {
    const { id } = await soldProduct([{ daysAgo: 300, price: 150 }, ...THREE_DAYS]);
    const visitor = await shop.visitor();
    await opensChart(visitor, `/product/${id}`);
    const tab = (name: string) => visitor.page.getByRole('tab', { name, exact: true });
    const last = async () => Number(await chart(visitor).getAttribute('aria-valuemax'));
    expect(await tab('3M').getAttribute('aria-selected')).toBe('true');
    expect(await last()).toBe(2);
    await tab('ALL').click();
    await expect.poll(last).toBeGreaterThan(2);
    await visitor.page.keyboard.press('ArrowLeft');
    expect(await tab('1Y').getAttribute('aria-selected')).toBe('true');
    expect(await visitor.focused()).toBe('1Y');
    await visitor.page.keyboard.press('Home');
    await expect.poll(last).toBe(2);
    expect(await tab('1M').getAttribute('aria-selected')).toBe('true');
  });

  it('shows the chosen size, also where the browser reports no valid language, as on a Linux without a locale', async () => {
    const { id } = await soldProduct(THREE_DAYS);
    const visitor = await shop.visitor();
    await visitor.context.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'language', { get: () => 'C' }),
    );
    await opensChart(visitor, `/product/${id}?size=10`);
    await chart(visitor).focus();
    await visitor.page.keyboard.press('End');
    expect(await valuesAt(visitor)).toContain('average 300$');
    expect(await chart(visitor).getAttribute('aria-valuemax')).toBe('0');
  });

  it('offers the earlier sales if there were none recently', async () => {
    const { id } = await soldProduct([{ daysAgo: 200, price: 150 }]);
    const visitor = await shop.visitor();
    await opensChart(visitor, `/product/${id}`);
    await visitor.sees('No sales in this time');
    await visitor.presses('Show earlier ones');
    await chart(visitor).focus();
    await expect.poll(() => valuesAt(visitor)).toContain('average 150$');
  });
});

describe('a sale on another screen', () => {
  it('updates figures, chart, order book and lists without a reload', async () => {
    const { id, name } = await soldProduct(THREE_DAYS);
    const [maker, buyer] = [await shop.account(), await shop.account()];
    await maker.order('ask', { name, size: '9', price: 400 });
    await maker.order('ask', { name, size: '9', price: 410 });
    const visitor = await shop.visitor();
    await opensChart(visitor, `/product/${id}?size=9`);
    await expect.poll(() => figuresOf(visitor)).toMatchObject({ '52-week high': '260$', 'Open asks': '2' });
    await visitor.page.getByRole('tab', { name: 'All Sales' }).click();
    await expect.poll(() => visitor.openStreams()).not.toEqual([]);
    await visitor.seesAllOfIt();
    await buyer.order('buy', { name, size: '9', price: 400 });
    await expect.poll(() => figuresOf(visitor)).toMatchObject({ '52-week high': '400$', 'Open asks': '1' });
    await chart(visitor).focus();
    const newestValues = async () => {
      await visitor.page.keyboard.press('End'); // the day of the sale may have been added just now
      return valuesAt(visitor);
    };
    await expect.poll(newestValues).toContain('average 400$, low 400$, high 400$, 1 sale');
    const asks = visitor.page.getByRole('table', { name: 'Asks, the lowest last' });
    await expect.poll(() => rowsOf(asks)).toEqual([['410$lowest', '1', '1']]);
    await visitor.link('Size 9: buy at 410$, 1 ask').waitFor();
    const sales = visitor.page.getByRole('table', { name: 'All sales, the newest first' });
    await expect.poll(async () => (await rowsOf(sales))[0]?.[1]).toBe('400$');
  });
});

describe('the order book and the lists', () => {
  it('show the best prices of every size, and the levels of the chosen one around its spread', async () => {
    const { id, name } = await shop.product();
    const maker = await shop.account();
    for (const price of [250, 250, 260]) {
      await maker.order('ask', { name, size: '9', price });
    }
    await maker.order('bid', { name, size: '9', price: 240 });
    await maker.order('ask', { name, size: '8', price: 235 });
    await maker.order('bid', { name, size: '10', price: 999 });
    const visitor = await shop.visitor();
    const table = (title: string) => visitor.page.getByRole('table', { name: title, exact: true });
    await visitor.opens(`/product/${id}`);
    await visitor.link('Buy For 235$').waitFor();
    await visitor.sees('Size 8');
    await visitor.sees('Size 10');
    const sizes = table('The best prices of every size');
    expect(await rowsOf(sizes)).toEqual([
      ['0', '--', '8', '235$', '1'],
      ['1', '240$', '9', '250$', '3'],
      ['1', '999$', '10', '--', '0'],
    ]);
    const run = table('Size run');
    for (const side of [
      'Lowest ask Size 8: buy at 235$, 1 ask Size 9: buy at 250$, 3 asks Size 10: no asks, place a bid',
      'Highest bid Size 8: no bids, place an ask Size 9: sell at 240$, 1 bid Size 10: sell at 999$, 1 bid',
    ]) {
      await run.getByRole('row', { name: side, exact: true }).waitFor();
    }
    // It has one tab stop, and Enter opens the focused side of a column.
    await run.locator('[tabindex="0"]').focus();
    await visitor.page.keyboard.press('ArrowRight');
    await visitor.page.keyboard.press('End');
    await visitor.page.keyboard.press('ArrowDown');
    expect(await visitor.page.evaluate(() => document.activeElement?.ariaLabel)).toBe(
      'Size 10: sell at 999$, 1 bid',
    );
    await visitor.page.keyboard.press('ArrowLeft');
    await visitor.page.keyboard.press('ArrowUp');
    await visitor.page.keyboard.press('Enter');
    await visitor.isAt(`/buy/${id}?size=9&mode=now`);
    await visitor.page.goBack();
    expect(await rowsOf(table('All asks, the lowest first'))).toEqual([
      ['8', '235$', '1'],
      ['9', '250$', '2'],
      ['9', '260$', '1'],
    ]);
    await visitor.page.getByRole('tab', { name: 'All Bids' }).click();
    expect(await rowsOf(table('All bids, the highest first'))).toEqual([
      ['10', '999$', '1'],
      ['9', '240$', '1'],
    ]);
    await visitor.presses('Order book of size 9');
    await visitor.isAt(`/product/${id}?size=9`);
    await table('Asks, the lowest last').waitFor();
    expect(await rowsOf(table('Asks, the lowest last'))).toEqual([
      ['260$', '1', '3'],
      ['250$lowest', '2', '2'],
    ]);
    expect(await rowsOf(table('Bids, the highest first'))).toEqual([['240$highest', '1', '1']]);
    await visitor.sees(/^10\$ · 4\.0%$/);
    await visitor.presses('Book of all sizes');
    await visitor.isAt(`/product/${id}`);
    await visitor.presses('Order book of size 8');
    await visitor.sees('No bids in this size yet.');
  });

  it("have every sale, page by page, in the reader's time zone", async () => {
    const { id } = await soldProduct(
      Array.from({ length: 30 }, (_, index) => ({ daysAgo: index + 1, price: 100 + index })),
    );
    const visitor = await shop.visitor();
    await visitor.opens(`/product/${id}`);
    await visitor.page.getByRole('tab', { name: 'All Sales' }).click();
    const sales = visitor.page.getByRole('table', { name: 'All sales, the newest first' });
    await sales.waitFor();
    const prices = async () => (await rowsOf(sales)).map(([, price]) => price);
    expect((await prices())[0]).toBe('100$');
    while (await visitor.button('Show older sales').isVisible()) {
      const shown = (await prices()).length;
      await visitor.presses('Show older sales');
      await expect.poll(async () => (await prices()).length).toBeGreaterThan(shown);
    }
    expect(await prices()).toEqual(Array.from({ length: 30 }, (_, index) => `${100 + index}$`));
    expect(await sales.locator('time').first().getAttribute('title')).toMatch(
      /^\d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d UTC, shown in your own time$/,
    );
  });
});

// Every price of several products: server/test/real-sales.test.ts. The panel: web/test/price-backtest.test.tsx.
it.runIf(existsSync(REAL_SALES))('the odds of a bid are those of the real sales', async () => {
  const sales = realSales('adidas-Yeezy-Boost-350-V2-Butter', '10').filter(({ daysAgo }) => daysAgo <= 80);
  const lowest = Array.from({ length: 10 }, (_, week) =>
    Math.min(...sales.filter(({ daysAgo }) => Math.ceil(daysAgo / 7) === week + 1).map(({ price }) => price)),
  );
  const price = lowest.toSorted((a, b) => a - b)[4] ?? 0;
  const filled = lowest.filter((each) => each <= price).length;
  const { id } = await soldProduct(sales);
  const visitor = await shop.visitor();
  await visitor.opens(`/buy/${id}?size=10&mode=bid`);
  await visitor.types('Enter Bid', String(price));
  await visitor.link(`At ${price}$: filled within 7 days in ${filled} of the last 10 weeks`).waitFor();
});

describe.each([
  ['a small phone, light', { width: 360, height: 740 }, 'light'],
  ['a desktop, dark', DESKTOP, 'dark'],
] as const)('on %s', (_name, viewport, colorScheme) => {
  it('the longest prices fit, and nothing shifts the layout', async () => {
    const { id, name } = await soldProduct(THREE_DAYS);
    const maker = await shop.account();
    await maker.order('ask', { name, size: '9', price: 1_000_000 });
    await maker.order('bid', { name, size: '10', price: 999_999 });
    const visitor = await shop.visitor({ viewport, colorScheme });
    for (const path of [`/product/${id}`, `/product/${id}?size=9`]) {
      await opensChart(visitor, path);
      await chart(visitor).waitFor();
      await visitor.seesAllOfIt();
      const shifts = await layoutShifts(visitor.page);
      const widest = await visitor.page.evaluate(() => document.documentElement.scrollWidth);
      expect(widest).toBeLessThanOrEqual(viewport.width);
      const labels = visitor.page.locator('.run-price');
      expect(
        await labels.evaluateAll((prices) =>
          prices.map(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth),
        ),
      ).toEqual([true, true]);
      expect(shifts.sum, shifts.jumps.join('\n')).toBeLessThan(0.01);
    }
  });
});
