import { randomUUID } from 'node:crypto';
import { CALL_ADDRESSES, type CallAddress } from '@perkex/contract/call-addresses.js';
import { CALLS, type CallDescription } from '@perkex/contract/calls.js';
import type { OwnDeal } from '@perkex/contract/deals.js';
import type { PageRecord } from '@perkex/contract/page-record.js';
import { PAGES } from '@perkex/contract/pages.js';
import { pathOf } from '@perkex/contract/path-of.js';
import { CARRIER_FACTS } from '@perkex/core/deals/carriers.js';
import type { Party } from '@perkex/core/deals/deal.js';
import type { LightMyRequestResponse as Response } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Database } from '../../src/database/connect.js';
import type { DealKey } from '../../src/deals/deal-key.js';
import { readDeal } from '../../src/deals/read-deal.js';
import { perkex } from '../cli-process.js';
import { readOutbox } from '../identity/mail-reader.js';
import { buildProducts } from '../market.js';
import { placeTrade, takePartyStep, workOnDeals } from '../market-deals.js';
import { closeAfterAudit } from '../sound-market.js';
import { buildTestApp, buildTrader, SHIPPING, type TestApp, type TestUser } from '../test-app.js';
import { createTestDatabase } from '../test-database.js';
import { createWebBuild } from '../web-build.js';

const NAME = 'Paid Runner';
/** Streams, which end with their reader. */
const ENDLESS = ['/live', '/live/me'];

let database: Database;
/** Two servers of one market. */
let servers: readonly [TestApp, TestApp];
let web: Awaited<ReturnType<typeof createWebBuild>>;
/** The log of the first server. */
const lines: string[] = [];
/** Everything that was answered to the sellers, and to the buyers. */
const answered: Record<Party, string[]> = { seller: [], buyer: [] };
let users = 0;
const MAILBOXES: Readonly<Record<Party, string>> = { seller: 'sally.seller', buyer: 'bertie.buyer' };

/** The names, addresses and accounts of each side, which no other user may see. */
const PRIVATE: Readonly<Record<Party, RegExp>> = {
  seller: /Sally|Sellerson|Sellers Row|sally\.seller|5550111/i,
  buyer: /Bertie|Buyerson|Buyers Lane|bertie\.buyer|5550222/i,
};
const SHIPPING_OF = {
  seller: { name: 'Sally', surname: 'Sellerson', street: 'Sellers Row', phone: '5550111' },
  buyer: { name: 'Bertie', surname: 'Buyerson', street: 'Buyers Lane', phone: '5550222' },
};

beforeAll(async () => {
  database = await createTestDatabase();
  web = await createWebBuild();
  const first = await buildTestApp({
    database,
    payments: { provider: 'play' },
    pages: await web.build(),
    log: pino({ level: 'trace' }, { write: (line) => void lines.push(line) }),
  });
  servers = [first, await buildTestApp({ database, payments: { provider: 'play' } })];
  for (const { jobs } of servers) {
    jobs.start();
  }
  await buildProducts(database, [NAME], ['9']);
});

afterAll(() => closeAfterAudit(database, ...servers, database, { close: web.remove }));

async function until(key: DealKey, expected: object): Promise<void> {
  await vi.waitFor(async () => {
    await workOnDeals(...servers);
    expect((await readDeal(database.pool, key))?.deal).toMatchObject(expected);
  }, 60_000);
}

/** A user with a proved e-mail, whose answers are remembered. */
async function newUser(party: Party): Promise<TestUser> {
  const [market] = servers;
  users += 1;
  const user = await buildTrader(market, `${MAILBOXES[party]}${users}@shop.example`);
  await database.pool.query('update identity_users set email_verified = true where id = $1', [user.uid]);
  const remembered = async (answer: Promise<Response>) => {
    answered[party].push((await answer).body);
    return answer;
  };
  const listened: TestUser = {
    ...user,
    get: (path) => remembered(user.get(path)),
    post: (path, body, more) => remembered(user.post(path, body, more)),
  };
  await listened.post('/shipping', { ...SHIPPING, ...SHIPPING_OF[party] });
  return listened;
}

/** Lets two new users trade. */
async function trade(): Promise<{ seller: TestUser; buyer: TestUser; key: DealKey }> {
  const seller = await newUser('seller');
  const buyer = await newUser('buyer');
  const key = await placeTrade({ database }, { seller, buyer }, { name: NAME, size: '9' });
  await until(key, { state: 'paid', payment: 'held', collectedCents: 216_00 });
  return { seller, buyer, key };
}

const order = (price: number) => ({ id: randomUUID(), name: NAME, price, size: '9', thumbnail: '' });

const take = async (user: TestUser, key: DealKey, step: object) =>
  (await takePartyStep(user, key, step)).json<OwnDeal>();

it('a trade is paid, shipped, verified, paid out and confirmed, with play money', async () => {
  const { seller, buyer, key } = await trade();
  expect((await buyer.get('/payment-setup')).json()).toMatchObject({ provider: 'play', hasCard: true });
  const parcel = { carrier: 'ups', trackingNumber: CARRIER_FACTS.ups.example };
  expect(await take(seller, key, { type: 'ship', ...parcel })).toMatchObject({ state: 'shipped' });
  const name = `${key.productId}/${key.id}`;
  for (const step of ['receive', 'pass']) {
    expect((await perkex(database, 'deal', name, step, '--by', 'ann')).code).toBe(0);
  }
  await until(key, { state: 'verified', payout: 'sent', balances: { 'owed-seller': 0, 'paying-out': 0 } });
  const parcelOut = `dhl:${CARRIER_FACTS.dhl.example}`;
  expect((await perkex(database, 'deal', name, 'send', '--by', 'ann', '--parcel', parcelOut)).code).toBe(0);
  expect(await take(buyer, key, { type: 'report-arrived' })).toMatchObject({ state: 'delivered' });
  await until(key, { state: 'delivered', balances: { held: 0, 'owed-buyer': 0 } });
  expect(await take(buyer, key, { type: 'confirm' })).toMatchObject({
    state: 'complete',
    steps: [],
    money: [{ kind: 'paid', amount: 216 }],
  });
  expect((await seller.get(`/deals/${key.id}`)).json<OwnDeal>().money).toEqual([
    { kind: 'paid-out', amount: 165 },
  ]);
});

it('a buyer who waits gets another pair for their money, and both deals name each other to them alone', async () => {
  const { seller, buyer, key } = await trade();
  await perkex(database, 'deal', `${key.productId}/${key.id}`, 'cancel', '--by', 'ann');
  expect(await take(buyer, key, { type: 'choose-wait' })).toMatchObject({ steps: ['choose-refund'] });
  await vi.waitFor(async () => {
    expect((await seller.post('/sell', order(200))).statusCode).toBe(200);
  }, 60_000);
  await until(key, { choice: 'replaced', balances: { 'owed-buyer': 0, refunding: 0 } });
  const failed = (await buyer.get(`/deals/${key.id}`)).json<OwnDeal>();
  expect(failed.money).toEqual([
    { kind: 'paid', amount: 216 },
    { kind: 'carried-over', amount: 216 },
  ]);
  const bought = `/deals/${failed.replacedBy}`;
  expect((await buyer.get(bought)).json<OwnDeal>()).toMatchObject({
    state: 'paid',
    replaces: key.id,
    money: [{ kind: 'carried', amount: 216 }],
  });
  expect((await seller.get(bought)).json<OwnDeal>()).toMatchObject({ replaces: null, money: [] });
  expect((await seller.get(`/deals/${key.id}`)).json<OwnDeal>()).toMatchObject({ replacedBy: null });
});

it('what was carried over goes back from the payment of the failed deal', async () => {
  const { seller, buyer, key } = await trade();
  await perkex(database, 'deal', `${key.productId}/${key.id}`, 'cancel', '--by', 'ann');
  await seller.post('/ask', order(250));
  await take(buyer, key, { type: 'choose-lowest-ask', price: 250 });
  await until(key, { choice: 'replaced' });
  const { replacedBy } = (await buyer.get(`/deals/${key.id}`)).json<OwnDeal>();
  const bought = { ...key, id: replacedBy ?? '' };
  await until(bought, { state: 'paid', carriedCents: 216_00, collectedCents: 51_50 });
  await perkex(database, 'deal', `${key.productId}/${bought.id}`, 'cancel', '--by', 'ann');
  await take(buyer, bought, { type: 'choose-refund' });
  await until(bought, {
    payment: 'refunded',
    refundedCents: 267_50,
    balances: { 'owed-buyer': 0, refunding: 0 },
  });
});

it('the name and address of the other side are in no call, page, export, mail or log line', async () => {
  const [market] = servers;
  const { seller, buyer, key } = await trade();
  await take(seller, key, { type: 'ship', carrier: 'ups', trackingNumber: CARRIER_FACTS.ups.example });
  const parameters = { id: key.productId, deal: key.id, sale: key.id, page: 'record', day: '2026-11-26' };
  for (const [name, { method, path, for: audience }] of Object.entries<CallAddress>(CALL_ADDRESSES)) {
    const { hasLines = false }: CallDescription = CALLS[name as keyof typeof CALLS];
    const isRead = method === 'GET' && !hasLines && !ENDLESS.includes(path);
    if (isRead && (audience === 'user' || audience === 'anybody')) {
      for (const user of [seller, buyer]) {
        const own = { ...parameters, uid: user.uid, ...(path.startsWith('/deals/') && { id: key.id }) };
        await user.get(pathOf(path, own));
      }
    }
  }
  const pages: readonly PageRecord[] = Object.values(PAGES);
  for (const [user, party] of [
    [seller, 'seller'],
    [buyer, 'buyer'],
  ] as const) {
    for (const { path } of pages) {
      const url = pathOf(path, parameters);
      answered[party].push((await market.app.inject({ url, headers: { cookie: user.cookie } })).body);
    }
  }
  const mails = await readOutbox(market.outbox);
  for (const party of ['seller', 'buyer'] as const) {
    const received = mails
      .filter(({ headers }) => headers.get('to')?.startsWith(MAILBOXES[party]))
      .map(({ headers, text, html }) => [...headers.values(), text, html].join());
    expect(received.length).toBeGreaterThan(3);
    const toThem = [...answered[party], ...received].join('\n');
    // So that the search would find what is there.
    expect(toThem).toMatch(PRIVATE[party]);
    expect(toThem).not.toMatch(PRIVATE[party === 'seller' ? 'buyer' : 'seller']);
    expect(lines.join('')).not.toMatch(PRIVATE[party]);
  }
  expect(lines.length).toBeGreaterThan(100);
});
