import { randomUUID } from 'node:crypto';
import {
  NOTIFICATIONS_PAGE,
  type Notifications,
  notificationsSchema,
} from '@perkex/contract/notifications.js';
import { userExportSchema } from '@perkex/contract/user-export.js';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { EventReader } from './event-reader.js';
import { buildProducts, order } from './market.js';
import { buildTestApp, buildTrader, signUp, type TestUser, useMarket } from './test-app.js';

const NAME = 'Noticed Runner';

const market = useMarket();
let productId: number;

beforeAll(async () => {
  [productId = 0] = await buildProducts(market.database, [NAME]);
});

/** The seller and the buyer of this many pairs, whose notifications exist. */
async function traders(pairs = 1): Promise<[seller: TestUser, buyer: TestUser]> {
  const [seller, buyer] = await Promise.all([buildTrader(market), buildTrader(market)]);
  for (let done = 0; done < pairs; done += 1) {
    for (const [call, { uid }] of [
      ['ask', seller],
      ['buy', buyer],
    ] as const) {
      await market.engine.submit(order(call, uid, 240, { productId }));
    }
  }
  await market.consumeFeed();
  return [seller, buyer];
}

async function read(user: TestUser, query = ''): Promise<Notifications> {
  const answer = await user.get(`/notices${query}`);
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
  expect(z.parse(notificationsSchema, answer.json())).toEqual(answer.json());
  return answer.json<Notifications>();
}

const unread = async (user: TestUser) => (await user.get('/notices/unread')).json();
const idsOf = ({ notices }: Notifications) => notices.map(({ id }) => id);

describe('GET /notices', () => {
  it('describes events as data, to each side its own', async () => {
    const [seller, buyer] = await traders();
    const about = { kind: 'trade', productId, name: NAME, size: '9', price: 240, limit: 240, isRead: false };
    const [[sold], [bought]] = [(await read(seller)).notices, (await read(buyer)).notices];
    expect(sold).toMatchObject({ ...about, side: 'ask', thumbnail: expect.any(String) });
    expect(bought).toMatchObject({ ...about, side: 'bid' });
    expect(sold?.trade).toBe(bought?.trade);
    expect(JSON.stringify(sold)).not.toContain(buyer.uid);
  });

  it('lists the newest first, page by page', async () => {
    const [seller] = await traders(NOTIFICATIONS_PAGE + 2);
    const first = await read(seller);
    expect([first.notices.length, first.next]).toEqual([NOTIFICATIONS_PAGE, first.notices.at(-1)?.id]);
    const second = await read(seller, `?before=${first.next}`);
    expect([second.notices.length, second.next]).toEqual([2, null]);
    const ids = [...idsOf(first), ...idsOf(second)];
    expect(ids).toEqual([...ids].sort().reverse());
    expect(new Set(ids).size).toBe(NOTIFICATIONS_PAGE + 2);
  });

  it('is empty for a new user', async () => {
    const user = await signUp(market);
    expect([await read(user), await unread(user)]).toEqual([{ notices: [], next: null }, { unread: 0 }]);
  });

  it.each(['?before=1', '?before=', "?before=';drop table notices"])('refuses %s', async (query) => {
    const answer = await (await signUp(market)).get(`/notices${query}`);
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'invalid-body']);
  });
});

describe('a notification', () => {
  it('stays read when it is marked twice', async () => {
    const [seller] = await traders(3);
    const [newest, middle] = idsOf(await read(seller));
    for (let round = 0; round < 2; round += 1) {
      const answer = await seller.post('/notices/read', { id: middle });
      expect([answer.statusCode, answer.json()]).toEqual([200, { unread: 2 }]);
    }
    expect((await read(seller)).notices.map(({ isRead }) => isRead)).toEqual([false, true, false]);
    expect((await seller.post('/notices/read', { id: newest })).json()).toEqual({ unread: 1 });
  });

  it('stays unread when it is newer than the last that its reader has seen', async () => {
    const [seller] = await traders(3);
    const [newest, seen] = idsOf(await read(seller));
    expect((await seller.post('/notices/read-all', { upTo: seen })).json()).toEqual({ unread: 1 });
    expect((await read(seller)).notices.map(({ isRead }) => isRead)).toEqual([false, true, true]);
    expect((await seller.post('/notices/read-all', { upTo: newest })).json()).toEqual({ unread: 0 });
  });

  it('of another user is answered like one that does not exist', async () => {
    const [seller, buyer] = await traders();
    const [id] = idsOf(await read(buyer));
    const refusals = await Promise.all(
      [id, randomUUID()].flatMap((asked) => [
        seller.post('/notices/read', { id: asked }),
        seller.post('/notices/read-all', { upTo: asked }),
      ]),
    );
    for (const answer of refusals) {
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'unknown-notice']);
    }
    expect(await unread(buyer)).toEqual({ unread: 1 });
    const asOther = await seller.post('/notices/read', { uid: buyer.uid, id });
    expect([asOther.statusCode, asOther.json().code]).toEqual([403, 'not-yours']);
  });

  it.each([
    ['/notices/read', { id: 7 }],
    ['/notices/read', { id: 'x' }],
    ['/notices/read', { id: randomUUID(), isRead: false }],
    ['/notices/read-all', {}],
    ['/notices/settings', { kind: 'everything', isOn: true }],
    ['/notices/settings', { kind: 'trade', isOn: 'yes' }],
    ['/notices/settings', { kind: ['trade'], isOn: true }],
  ])('POST %s refuses %j', async (path, body) => {
    const answer = await (await signUp(market)).post(path, body);
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'invalid-body']);
  });
});

it.each([
  ['GET', '/notices'],
  ['GET', '/notices/unread'],
  ['GET', '/notices/settings'],
  ['POST', '/notices/read'],
  ['POST', '/notices/read-all'],
  ['POST', '/notices/settings'],
] as const)('%s %s needs a session', async (method, url) => {
  const body = method === 'POST' ? { payload: { uid: 'ann', id: randomUUID() } } : {};
  const answer = await market.app.inject({ method, url: `/api${url}`, ...body });
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'not-signed-in']);
});

describe('the user’s own stream', () => {
  it('reports the number of unread notifications as they arrive and are read, in every process', async () => {
    const other = await buildTestApp({ database: market.database });
    const [seller, buyer] = await traders();
    const readers = await Promise.all(
      [market, other].map((app) => EventReader.open(app, '/live/me', { cookie: seller.cookie })),
    );
    const bothHear = (count: number) =>
      Promise.all(
        readers.map((reader) => reader.find(({ name, data }) => name === 'notice' && data.unread === count)),
      );
    await market.engine.submit(order('ask', seller.uid, 250, { productId }));
    await market.engine.submit(order('buy', buyer.uid, 250, { productId }));
    await market.consumeFeed();
    await bothHear(2);
    const [newest] = idsOf(await read(seller));
    await seller.post('/notices/read', { id: newest });
    await bothHear(1);
    await seller.post('/notices/read-all', { upTo: newest });
    await bothHear(0);
    for (const reader of readers) {
      reader.close();
    }
    await other.close();
  });
});

describe('the mails of a kind of notification', () => {
  const settings = async (user: TestUser) => (await user.get('/notices/settings')).json();
  const usual = {
    trade: true,
    outbid: false,
    undercut: false,
    removed: false,
    expiring: true,
    alert: true,
    release: false,
    deal: true,
    close: false,
  };

  it('are on for trades, deals, alerts and orders that expire, and off for the rest, until the user chooses', async () => {
    const user = await signUp(market);
    expect(await settings(user)).toEqual({ mails: 'unproved', kinds: usual });
    const answer = await user.post('/notices/settings', { kind: 'outbid', isOn: true });
    expect([answer.statusCode, answer.body]).toEqual([200, 'These mails are turned on.']);
    await user.post('/notices/settings', { kind: 'trade', isOn: false });
    expect(await settings(user)).toEqual({
      mails: 'unproved',
      kinds: { ...usual, trade: false, outbid: true },
    });
    expect((await settings(await signUp(market))).kinds).toEqual(usual);
  });

  it('can be sent once the e-mail is verified', async () => {
    const user = await signUp(market);
    await market.database.pool.query('update identity_users set email_verified = true where id = $1', [
      user.uid,
    ]);
    expect(await settings(user)).toMatchObject({ mails: 'on' });
  });
});

it('an export has every notification, and which are sent by mail', async () => {
  const [seller] = await traders(2);
  await seller.post('/notices/settings', { kind: 'removed', isOn: true });
  const data = z.parse(userExportSchema, (await seller.get('/export')).json());
  expect(data.notices).toEqual((await read(seller)).notices);
  expect(data.noticeMails).toMatchObject({ trade: true, removed: true });
});

it('a deleted account leaves neither notifications nor settings, and the trade’s other side keeps theirs', async () => {
  const [seller, buyer] = await traders(2);
  await seller.post('/notices/settings', { kind: 'removed', isOn: true });
  await market.engine.submit(order('ask', seller.uid, 900, { productId }));
  expect((await seller.post('/auth/account/delete', { password: 'a long password' })).statusCode).toBe(200);
  await market.consumeFeed();
  const { rows } = await market.database.pool.query(
    `select user_id from notices where user_id = $1 union all select user_id from notice_mails where user_id = $1`,
    [seller.uid],
  );
  expect([rows, (await read(buyer)).notices.length]).toEqual([[], 2]);
});
