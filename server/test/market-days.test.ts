import { randomUUID } from 'node:crypto';
import { type MarketDay, marketDaySchema } from '@perkex/contract/market-day.js';
import { addDays, DAY_MS, dayAt, startOfDayMs } from '@perkex/core/figures/days.js';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { savePastSales } from '../src/catalogue/save-past-sales.js';
import { SYSTEM_CLOCK } from '../src/clock/system-clock.js';
import { transaction } from '../src/database/transaction.js';
import { FeedWriter } from '../src/feed/feed-writer.js';
import { makeSaleVoid } from '../src/sales/make-sale-void.js';
import { silentFeed } from './consumers.js';
import { type ReadMail, readOutbox } from './identity/mail-reader.js';
import { buildProducts } from './market.js';
import { rollUpTrades } from './roll-up-trades.js';
import { buildTrader, PUBLIC_URL, type TestUser, useMarket } from './test-app.js';
import { readPage, useWebBuild } from './web-build.js';
import { getByWire } from './wire.js';

const PATIENCE = { timeout: 20_000, interval: 50 };
const NAMES = [
  'Riser',
  'Faller',
  'Still',
  ...Array.from({ length: 8 }, (_, number) => `Other ${number + 1}`),
];
/** The day on which everything happens; the market of the tests is in the day after it. */
const DAY = dayAt(Date.now());
const [BEFORE, AFTER] = [addDays(DAY, -1), addDays(DAY, 1)];

const web = useWebBuild();
const market = useMarket(async () => ({
  pages: await web.build(),
  clock: { ...SYSTEM_CLOCK, wallMs: () => Date.now() + DAY_MS },
}));
let ids: number[];

beforeAll(async () => {
  ids = await buildProducts(market.database, NAMES);
  // The index begins with these, thirty days before.
  for (const name of NAMES) {
    await sold(name, addDays(DAY, -30), ...Array.from({ length: 20 }, () => 100));
  }
  await sold('Riser', DAY, 120, 125, 130);
  await sold('Faller', DAY, 90, 80, 80, 80);
  await sold('Still', DAY, 100, 100, 100);
  // A trade, which becomes void.
  const [seller, buyer] = await Promise.all([buildTrader(market), buildTrader(market)]);
  const order = { name: 'Other 1', price: 100, size: '10' };
  await seller.post('/ask', { id: randomUUID(), ...order });
  await buyer.post('/buy', { id: randomUUID(), ...order });
  await rollUpTrades(market.database);
});

const idOf = (name: string) => ids[NAMES.indexOf(name)] ?? 0;

/** Sales before noon. */
async function sold(name: string, day: string, ...dollars: number[]): Promise<void> {
  const sales = dollars.map((each, index) => ({
    productId: idOf(name),
    size: '9',
    priceCents: each * 100,
    soldAt: new Date(startOfDayMs(day) + index * 1_000),
    content: randomUUID(),
  }));
  await transaction(market.database.pool, (tx) => savePastSales(tx, sales));
}

const visit = (path: string) => getByWire(market, path);
const closeOf = async (day: string) => (await visit(`/api/market/days/${day}`)).json<MarketDay>();

describe('the close of a day', () => {
  it('has the index, the movers, the records and true sentences', async () => {
    const close = await closeOf(DAY);
    expect(z.parse(marketDaySchema, close)).toEqual(close);
    expect(close).toMatchObject({
      day: DAY,
      previous: BEFORE,
      next: null,
      sales: 11,
      products: 4,
      turnover: 1_105,
      dearest: { name: 'Riser', price: 130 },
      mostSold: [{ name: 'Faller', sales: 4 }, { name: 'Riser' }, { name: 'Still' }, { name: 'Other 1' }],
      rises: [{ id: idOf('Riser'), sales: 3, change: 25 }],
      falls: [{ name: 'Faller', change: -17.5 }],
      highs: [{ name: 'Riser', price: 130, before: 100 }],
      lows: [{ name: 'Faller', price: 80, before: 100 }],
      // (125 + 82.5 + 9 × 100) / 11 of a thousand, the weights being equal.
      index: { value: 1_006.82, change: 0.7, record: null },
    });
    expect(close.sentences).toContain('Faller sold most, with 4 pairs.');
    expect(close.sentences).toContain('Riser reached a new high of 130$; it was 100$ before.');
  });

  it('of a day without sales says so, between its neighbours', async () => {
    expect(await closeOf(BEFORE)).toMatchObject({
      previous: addDays(DAY, -2),
      next: DAY,
      sales: 0,
      index: null,
      rises: [],
      mostSold: [],
      sentences: [expect.stringMatching(/^Nothing was sold on \d+ \w+ \d{4}\.$/)],
    });
  });

  it('exists from the first sale on, once the day is over', async () => {
    const first = addDays(DAY, -30);
    expect(await closeOf(first)).toMatchObject({ previous: null, index: { value: 1_000, change: null } });
    for (const day of [addDays(first, -1), AFTER, addDays(DAY, 2), '9999-12-31']) {
      const answer = await visit(`/api/market/days/${day}`);
      expect([day, answer.statusCode]).toEqual([day, 404]);
      expect((await visit(`/market/${day}`)).statusCode).toBe(404);
      expect((await visit(`/drawings/market/${day}.png`)).statusCode).toBe(404);
    }
    expect((await visit('/api/market/days/yesterday')).statusCode).toBe(422);
    expect((await visit('/market/yesterday')).statusCode).toBe(404);
  });

  it('is a page with a preview, and the index names the newest one', async () => {
    const answer = await visit(`/market/${DAY}`);
    const { title, meta, canonical, firstScreen } = readPage(answer);
    expect([answer.statusCode, canonical]).toEqual([200, `${PUBLIC_URL}/market/${DAY}`]);
    expect(title).toMatch(/^The close of \d+ \w+ \d{4} \| PerkeX$/);
    expect(meta['og:image']).toBe(`${PUBLIC_URL}/drawings/market/${DAY}.png`);
    expect(meta.robots).toBeUndefined();
    expect(firstScreen).toEqual({ marketDay: await closeOf(DAY) });
    expect(readPage(await visit(`/market/${BEFORE}`)).meta.robots).toBe('noindex');
    const picture = await visit(`/drawings/market/${DAY}.png`);
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png']);
    expect((await visit('/api/market/index')).json()).toMatchObject({ lastClose: DAY });
  });

  it('is in the site map if something was sold', async () => {
    const { body } = await visit('/sitemap-1.xml');
    expect([...body.matchAll(/\/market\/(\d{4}-\d\d-\d\d)</g)].map(([, day]) => day)).toEqual([
      addDays(DAY, -30),
      DAY,
    ]);
  });

  it('is corrected at once when one of its sales becomes void', async () => {
    expect((await closeOf(DAY)).sales).toBe(11);
    const { rows } = await market.database.pool.query('select id from trades');
    await transaction(market.database.pool, (tx) =>
      makeSaleVoid(tx, { productId: idOf('Other 1'), id: rows[0].id }, new FeedWriter(silentFeed)),
    );
    await market.feed.poll();
    expect(await closeOf(DAY)).toMatchObject({ sales: 10, products: 3, turnover: 1_005 });
  });
});

describe('the mail about the close', () => {
  let ann: TestUser;
  let bob: TestUser;

  beforeAll(async () => {
    market.jobs.start();
    [ann, bob] = [
      await buildTrader(market, 'ann@shop.example'),
      await buildTrader(market, 'bob@shop.example'),
    ];
    await market.database.pool.query('update identity_users set email_verified = true');
  });

  async function send(day: string, at = 10): Promise<void> {
    await market.notifications.closeMails?.sendDue(startOfDayMs(addDays(day, 1)) + at * 60_000);
    await expect
      .poll(
        async () => (await market.database.pool.query(`select from jobs where kind = 'close-mail'`)).rowCount,
        PATIENCE,
      )
      .toBe(0);
  }

  async function mailsTo(name: string): Promise<ReadMail[]> {
    return (await readOutbox(market.outbox)).filter(
      ({ headers }) =>
        headers.get('to') === `${name}@shop.example` && headers.get('subject')?.includes('The close of'),
    );
  }

  const turn = (user: TestUser, isOn: boolean) => user.post('/notices/settings', { kind: 'close', isOn });

  it('is off at first', async () => {
    expect((await ann.get('/notices/settings')).json()).toMatchObject({ kinds: { close: false } });
    await send(DAY);
    expect(await mailsTo('ann')).toEqual([]);
  });

  it('comes once for a day with sales, after its end, however many servers send it', async () => {
    expect((await turn(ann, true)).statusCode).toBe(200);
    await send(DAY, 9);
    expect(await mailsTo('ann')).toEqual([]);
    const closeMails = market.notifications.closeMails;
    const at = startOfDayMs(AFTER) + 600_000;
    await Promise.all([closeMails?.sendDue(at), closeMails?.sendDue(at)]);
    await send(DAY);
    await send(AFTER);
    const [mail, ...more] = await mailsTo('ann');
    expect([more, await mailsTo('bob')]).toEqual([[], []]);
    expect(mail?.text).toContain(`${PUBLIC_URL}/market/${DAY}`);
    expect(mail?.text).toContain('Faller sold most, with 4 pairs.');
    expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  });

  it('is turned off by its link, without a login', async () => {
    const [mail] = await mailsTo('ann');
    const link = /^<(\S+)>$/.exec(mail?.headers.get('list-unsubscribe') ?? '')?.[1] ?? '';
    const { pathname, search } = new URL(link);
    const answer = await market.app.inject({ method: 'POST', url: pathname + search });
    expect(answer.statusCode).toBe(200);
    expect((await ann.get('/notices/settings')).json()).toMatchObject({ kinds: { close: false } });
    expect((await bob.get('/notices/settings')).json()).toMatchObject({ kinds: { close: false } });
  });
});
