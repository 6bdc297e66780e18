import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Deliveries, Delivery, OwnWebhook } from '@perkex/contract/webhooks.js';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SYSTEM_CLOCK } from '../src/clock/system-clock.js';
import { transaction } from '../src/database/transaction.js';
import { saveUserEvents } from '../src/drop-copy/save-user-events.js';
import { PublicReceiver } from '../src/outbound/public-receiver.js';
import { Sealing } from '../src/users/sealing.js';
import {
  type ClaimedReceiver,
  claimReceivers,
  planDeliveries,
  releaseReceiver,
  renewLeases,
} from '../src/webhooks/claim-receivers.js';
import { deleteOldDeliveries } from '../src/webhooks/delivery-rows.js';
import { placeOfSecret } from '../src/webhooks/webhook-secret.js';
import { WebhookSender } from '../src/webhooks/webhook-sender.js';
import { HookReceiver, RECEIVER_TERMS, type Received } from './hook-receiver.js';
import { readOutbox } from './identity/mail-reader.js';
import { buildProducts } from './market.js';
import { buildTestApp, buildTrader, PASSWORD, SECRET, type TestUser, useMarket } from './test-app.js';

const ALL = ['order', 'trade', 'deal', 'money'];
/** Long enough for a busy machine. */
const WITHIN = { timeout: 60_000 };

const market = useMarket({ fetchTerms: RECEIVER_TERMS });
/** A second server on the same database. */
const other = useMarket(() => ({ database: market.database, fetchTerms: RECEIVER_TERMS }));
let owner: TestUser;
let email: string;
let receiver: HookReceiver;
const opened: HookReceiver[] = [];

beforeEach(async () => {
  email = `${randomUUID()}@shop.example`;
  owner = await buildTrader(market, email);
  receiver = await openReceiver();
});

afterEach(async () => {
  for (const each of opened.splice(0)) {
    each.close();
  }
  await market.database.pool.query('delete from webhooks');
});

async function openReceiver(): Promise<HookReceiver> {
  const made = await HookReceiver.open();
  opened.push(made);
  return made;
}

interface Made {
  readonly secret: string;
  readonly webhook: OwnWebhook;
}

async function makeWebhook(terms: object = {}, of = owner): Promise<Made> {
  const answer = await of.post('/webhooks/make', { url: receiver.url, kinds: ALL, ...terms });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

/** Adds events to the drop copy of a user. */
async function happen(count: number, of = owner): Promise<void> {
  const data = {
    order: randomUUID(),
    productId: 1,
    size: '9',
    side: 'bid',
    price: 240,
    status: 'open',
    reason: null,
  } as const;
  const events = Array.from({ length: count }, () => ({
    userId: of.uid,
    kind: 'order' as const,
    atMs: Date.parse('2126-11-27T12:00:00.000Z'),
    data,
  }));
  await transaction(market.database.pool, (tx) => saveUserEvents(tx, events));
}

const send = (from = market) => from.webhooks?.deliverDue();

/** A further server. Attempts under way are not waited for when it stops. */
function newSender(clock = SYSTEM_CLOCK): WebhookSender {
  return new WebhookSender(
    {
      pool: market.database.backgroundPool,
      clock,
      random: Math.random,
      sealing: new Sealing(SECRET, 'webhook'),
      news: { send: async () => {} },
      fetchTerms: RECEIVER_TERMS,
      log: { warn() {}, error() {} },
    },
    0,
  );
}

/** Makes everything due that waits, as if the time had passed. */
async function passTime(): Promise<void> {
  const { pool } = market.database;
  await pool.query(`update webhook_deliveries set due_at = now() where status = 'waiting'`);
  await pool.query(`update webhooks set paused_until = '-infinity', leased_until = '-infinity'`);
}

async function deliveriesOf(webhook: OwnWebhook, query = ''): Promise<Deliveries> {
  const answer = await owner.get(`/webhooks/${webhook.webhook}/deliveries${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

async function onlyDelivery(webhook: OwnWebhook): Promise<Delivery> {
  const { deliveries } = await deliveriesOf(webhook);
  expect(deliveries).toHaveLength(1);
  return deliveries[0] as Delivery;
}

const ownWebhooks = async () => (await owner.get('/webhooks')).json<{ webhooks: OwnWebhook[] }>().webhooks;

/** Verifies a request with the secret, by an independent library. @throws for a wrong signature */
const verified = (secret: string, { headers, body }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

/** The seconds until a time. */
const secondsUntil = (time: string | null) => (Date.parse(time ?? '') - Date.now()) / 1_000;

function outcome({ statusCode, body }: { readonly statusCode: number; readonly body: string }): string {
  return statusCode < 400 ? String(statusCode) : `${statusCode} ${JSON.parse(body).code}`;
}

describe('a webhook', () => {
  it('sends the events of its user as the drop copy has them, signed by the specification', async () => {
    const name = `Air ${randomUUID()}`;
    await buildProducts(market.database, [name]);
    const { secret } = await makeWebhook();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const id = randomUUID();
    await owner.post('/bid', { id, name, price: 240, size: '9' });
    await market.consumeFeed();
    await send();
    const { events } = (await owner.get('/me/events')).json<{ events: { at: string }[] }>();
    expect(events).toMatchObject([{ number: 1, kind: 'order', order: id, price: 240 }]);
    expect(receiver.received).toHaveLength(1);
    const [received] = receiver.received as [Received];
    expect(verified(secret, received)).toEqual({
      type: 'order',
      timestamp: events[0]?.at,
      data: events[0],
    });
    expect(received.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': expect.stringMatching(/^msg_[0-9a-f]{32}_1_\d{13}$/),
      'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    });
    const forged = { ...received, body: received.body.replace('240', '140') };
    expect(() => verified(secret, forged)).toThrow();
  });

  it('begins with the next event, and sends only the kinds that it wants', async () => {
    await makeWebhook();
    await happen(2);
    await makeWebhook({ kinds: ['deal'] });
    const { webhook } = await makeWebhook();
    await happen(1);
    await send();
    expect(receiver.numbers.sort()).toEqual([1, 2, 3, 3]);
    expect(await onlyDelivery(webhook)).toEqual({
      number: 3,
      kind: 'order',
      status: 'delivered',
      attempts: 1,
      attemptedAt: expect.any(String),
      nextAt: null,
      answerStatus: 200,
      answer: 'thanks',
    });
  });

  it('signs with both secrets for a day after a new one', async () => {
    const { secret: former, webhook } = await makeWebhook();
    const { secret, webhook: renewed } = (
      await owner.post('/webhooks/secret', { webhook: webhook.webhook })
    ).json<Made>();
    expect(secret).not.toBe(former);
    expect(secondsUntil(renewed.formerSecretUntil)).toBeGreaterThan(86_000);
    await happen(1);
    await send();
    const [received] = receiver.received as [Received];
    expect(verified(secret, received)).toEqual(verified(former, received));
    await market.database.pool.query(`update webhooks set former_until = now() - interval '1 second'`);
    await happen(1);
    await send();
    const [, later] = receiver.received as [Received, Received];
    expect(verified(secret, later)).toMatchObject({ data: { number: 2 } });
    expect(() => verified(former, later)).toThrow();
    expect(await ownWebhooks()).toMatchObject([{ formerSecretUntil: null }]);
  });

  it('stores its secrets encrypted, for its own row', async () => {
    const [one, two] = [await makeWebhook(), await makeWebhook()];
    const { rows } = await market.database.pool.query('select * from webhooks');
    expect(JSON.stringify(rows)).not.toContain(one.secret.slice(6));
    const sealed = rows.find(({ id }) => id === one.webhook.webhook)?.secret;
    const sealing = new Sealing(SECRET, 'webhook');
    expect(sealing.open(sealed, placeOfSecret(owner.uid, one.webhook.webhook))).toBe(one.secret);
    expect(sealing.open(sealed, placeOfSecret(owner.uid, two.webhook.webhook))).toBeNull();
  });

  it('is turned off where the secret of the market is another one, until its own is renewed', async () => {
    const { webhook } = await makeWebhook();
    await market.database.pool.query(`update webhooks set secret = reverse(secret)`);
    await happen(1);
    await send();
    expect(await ownWebhooks()).toMatchObject([{ off: { reason: 'secret' } }]);
    await owner.post('/webhooks/secret', { webhook: webhook.webhook });
    await owner.post('/webhooks/switch', { webhook: webhook.webhook, isOn: true });
    await send();
    expect(receiver.numbers).toEqual([1]);
  });

  it('sends nothing while it is off or its user is blocked, and the events of the meantime afterwards', async () => {
    const { webhook } = await makeWebhook();
    await owner.post('/webhooks/switch', { webhook: webhook.webhook, isOn: false });
    await happen(2);
    await send();
    expect(receiver.numbers).toEqual([]);
    expect(await ownWebhooks()).toMatchObject([{ off: { reason: 'owner' } }]);
    const { pool } = market.database;
    await pool.query(
      `update accounts set blocked_at = now(), blocked_by = 'desk', block_reason = 'conduct' where user_id = $1`,
      [owner.uid],
    );
    await owner.post('/webhooks/switch', { webhook: webhook.webhook, isOn: true });
    await send();
    expect(receiver.numbers).toEqual([]);
    await pool.query(
      'update accounts set blocked_at = null, blocked_by = null, block_reason = null where user_id = $1',
      [owner.uid],
    );
    await send();
    expect(receiver.numbers.sort()).toEqual([1, 2]);
  });
});

describe('an attempt', () => {
  it.each([199, 300, 302, 307, 400, 404, 429, 500, 503])(
    'that is answered %i is repeated',
    async (status) => {
      const elsewhere = await openReceiver();
      receiver.answers(status === 199 ? 501 : status, { location: elsewhere.url }, '<b>no</b>\u0000\u0007');
      const { webhook } = await makeWebhook();
      await happen(1);
      await send();
      const { nextAt, ...failed } = await onlyDelivery(webhook);
      expect(failed).toMatchObject({
        status: 'waiting',
        attempts: 1,
        answerStatus: status === 199 ? 501 : status,
        answer: '<b>no</b>',
      });
      expect(secondsUntil(nextAt)).toBeLessThan(10);
      expect(elsewhere.received).toEqual([]);
      receiver.answers(204);
      await send();
      expect(receiver.received).toHaveLength(1);
      await passTime();
      await send();
      expect(await onlyDelivery(webhook)).toMatchObject({
        status: 'delivered',
        attempts: 2,
        answerStatus: 204,
      });
      const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
      expect(ids).toEqual([ids[0], ids[0]]);
    },
  );

  it('waits as long as Retry-After says, up to a day, and so do the other events of the receiver', async () => {
    receiver.answers(503, { 'retry-after': '7200' });
    const { webhook } = await makeWebhook();
    await happen(1);
    await send();
    expect(secondsUntil((await onlyDelivery(webhook)).nextAt)).toBeGreaterThan(7_100);
    await happen(3);
    await send();
    expect(receiver.numbers).toEqual([1]);
    receiver.answers(429, { 'retry-after': '999999' });
    await passTime();
    await send();
    const { deliveries } = await deliveriesOf(webhook, '?status=waiting');
    const longest = Math.max(...deliveries.map(({ nextAt }) => secondsUntil(nextAt)));
    expect(longest).toBeGreaterThan(86_000);
    expect(longest).toBeLessThan(86_401);
  });

  it('is repeated at once on a new connection, if the receiver closes the one that is used again', async () => {
    const connection = new PublicReceiver(receiver.url, 1, RECEIVER_TERMS);
    const post = () =>
      connection.post('{}', {}, { timeMs: 60_000, bytes: 100 }, new AbortController().signal);
    const resets = (which: number) => (response: ServerResponse) =>
      receiver.received.length === which ? response.socket?.destroy() : response.end();
    receiver.answer = resets(2);
    expect([(await post()).status, (await post()).status]).toEqual([200, 200]);
    expect(receiver.received).toHaveLength(3);
    receiver.answer = resets(4);
    await expect(post()).rejects.toThrow('no answer: ECONNRESET');
    connection.close();
  });

  it('reads only the beginning of an answer', async () => {
    receiver.answer = (response) => response.writeHead(500).end('x'.repeat(5_000_000));
    const { webhook } = await makeWebhook();
    await happen(1);
    await send();
    expect((await onlyDelivery(webhook)).answer).toBe('x'.repeat(500));
  });

  it('that is answered 410 turns the webhook off', async () => {
    receiver.answers(410);
    const { webhook } = await makeWebhook();
    await happen(1);
    await send();
    expect(await onlyDelivery(webhook)).toMatchObject({ status: 'failed', attempts: 1, answerStatus: 410 });
    expect(await ownWebhooks()).toMatchObject([{ off: { reason: 'gone' } }]);
    await happen(1);
    await passTime();
    await send();
    expect(receiver.received).toHaveLength(1);
  });

  it('that fails for the tenth time turns the webhook off, with a mail and a notification', async () => {
    await market.database.pool.query('update identity_users set email_verified = true where id = $1', [
      owner.uid,
    ]);
    receiver.answers(500);
    const { webhook } = await makeWebhook();
    await happen(1);
    for (let attempt = 1; attempt <= 9; attempt += 1) {
      await send();
      expect(await onlyDelivery(webhook)).toMatchObject({ status: 'waiting', attempts: attempt });
      await passTime();
    }
    await send();
    expect(receiver.received).toHaveLength(10);
    expect(await ownWebhooks()).toMatchObject([{ off: { reason: 'failing' }, waiting: 0 }]);
    expect(await onlyDelivery(webhook)).toMatchObject({ status: 'failed', attempts: 10, nextAt: null });
    await vi.waitFor(async () => {
      const { notices } = (await owner.get('/notices')).json<{ notices: object[] }>();
      expect(notices).toMatchObject([{ kind: 'webhook-off', mail: 'sent' }]);
      const mails = (await readOutbox(market.outbox)).filter(({ headers }) => headers.get('to') === email);
      expect(mails.map(({ headers }) => headers.get('subject'))).toContain(
        'PerkeX: A webhook of yours was turned off',
      );
    }, WITHIN);
    receiver.answers(200);
    await happen(1);
    await owner.post('/webhooks/switch', { webhook: webhook.webhook, isOn: true });
    await send();
    expect(receiver.numbers.at(-1)).toBe(2);
  });

  it.each([
    ['a name with a private address', 'inside.example', ['10.0.0.1']],
    ['a name with a public and a private address', 'both.example', ['127.0.0.1', '10.0.0.1']],
    ['a name without an address', 'nowhere.example', []],
    ['an address of this machine', '127.0.0.9', []],
    ['an IPv6 address of this machine', '[::1]', []],
  ])('goes not to %s', async (_what, host, addresses) => {
    const guarded = await buildTestApp({
      database: market.database,
      fetchTerms: { ...RECEIVER_TERMS, resolve: async () => addresses },
    });
    const { webhook } = await makeWebhook({ url: receiver.url.replace('hooks.example', host) });
    await happen(1);
    await send(guarded);
    await guarded.close();
    expect(await onlyDelivery(webhook)).toMatchObject({
      status: 'waiting',
      answerStatus: null,
      answer: 'its name has no public address',
    });
    expect(receiver.received).toEqual([]);
  });

  it('goes not to a name that changes its address after a check', async () => {
    let lookups = 0;
    const guarded = await buildTestApp({
      database: market.database,
      fetchTerms: {
        ...RECEIVER_TERMS,
        resolve: async () => {
          lookups += 1;
          return lookups === 1 ? ['127.0.0.1'] : ['169.254.169.254'];
        },
      },
    });
    const { webhook } = await makeWebhook();
    receiver.answer = (response) => response.writeHead(200, { connection: 'close' }).end();
    await happen(1);
    await send(guarded);
    await happen(1);
    await send(guarded);
    await guarded.close();
    const { deliveries } = await deliveriesOf(webhook);
    expect(deliveries).toMatchObject([
      { number: 2, status: 'waiting', answer: 'its name has no public address' },
      { number: 1, status: 'delivered' },
    ]);
  });
});

describe('receivers', () => {
  it('that never answer delay no other', async () => {
    const held: ServerResponse[] = [];
    for (let hook = 0; hook < 3; hook += 1) {
      const dead = await openReceiver();
      dead.answer = (response) => held.push(response);
      await makeWebhook({ url: dead.url });
    }
    await makeWebhook();
    await happen(20);
    const delivering = send();
    await vi.waitFor(() => expect(held.length).toBe(3 * 16), WITHIN);
    await vi.waitFor(() => expect(receiver.numbers).toHaveLength(20), WITHIN);
    for (const response of held) {
      response.destroy();
    }
    for (const each of opened) {
      each.answer = (response) => response.destroy();
    }
    await delivering;
  });

  it('that fail get one request at a time, and the events in the order of their numbers', async () => {
    const underWay: number[] = [];
    receiver.answer = async (response) => {
      const { rowCount } = await market.database.pool.query(
        'select from webhook_deliveries where is_under_way',
      );
      underWay.push(rowCount ?? 0);
      response.writeHead(500).end();
    };
    await makeWebhook();
    await happen(1);
    await send();
    await happen(5);
    await passTime();
    await send();
    expect([receiver.numbers, underWay]).toEqual([[1, 1, 2, 3, 4, 5, 6], Array(7).fill(1)]);
  });

  it('get each event once from two servers', async () => {
    const second = await openReceiver();
    await makeWebhook();
    await makeWebhook({ url: second.url });
    for (let round = 0; round < 10; round += 1) {
      await happen(30);
      await Promise.all([send(), send(other)]);
    }
    await send();
    const all = Array.from({ length: 300 }, (_event, index) => index + 1);
    const inOrder = (numbers: number[]) => numbers.sort((one, two) => one - two);
    expect([inOrder(receiver.numbers), inOrder(second.numbers)]).toEqual([all, all]);
  });

  it('get no further request once their webhook is turned off', async () => {
    const { webhook } = await makeWebhook();
    let off: Promise<unknown> | null = null;
    receiver.answer = async (response) => {
      off ??= owner.post('/webhooks/switch', { webhook: webhook.webhook, isOn: false });
      await off;
      response.end();
    };
    await happen(40);
    await send();
    expect(receiver.received).toHaveLength(16);
    expect((await deliveriesOf(webhook, '?status=waiting')).deliveries).toHaveLength(24);
  });

  it('get the events of a server that was killed from another one, with the same ids', async () => {
    const { webhook } = await makeWebhook();
    const isReceived = new Promise<ServerResponse>((resolve) => {
      receiver.answer = resolve;
    });
    await happen(1);
    const dying = send();
    const held = await isReceived;
    // The lease of the server that is gone has ended, and so has its attempt.
    await passTime();
    receiver.answers(500, {}, 'to the second server');
    await send(other);
    expect(await onlyDelivery(webhook)).toMatchObject({ status: 'waiting', attempts: 2, answerStatus: 500 });
    // The first server, which was only slow and learns of its success later, changes nothing.
    held.end('to the first server');
    await dying;
    expect(await onlyDelivery(webhook)).toMatchObject({ status: 'waiting', answer: 'to the second server' });
    await passTime();
    receiver.answers(200);
    await send(other);
    expect(await onlyDelivery(webhook)).toMatchObject({ status: 'delivered', attempts: 3 });
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual(Array(3).fill(ids[0]));
  });

  it('get events under new ids whose numbers were given to others before a restore', async () => {
    const { webhook } = await makeWebhook();
    await happen(2);
    await send();
    // The backup knows the first event only.
    const { pool } = market.database;
    await pool.query('delete from user_events where user_id = $1 and number = 2', [owner.uid]);
    await pool.query('delete from webhook_deliveries where user_id = $1 and number = 2', [owner.uid]);
    await pool.query('update event_heads set last_number = 1 where user_id = $1', [owner.uid]);
    await pool.query('update webhooks set last_number = 1 where user_id = $1', [owner.uid]);
    await happen(1);
    await owner.post('/webhooks/replay', { webhook: webhook.webhook, from: 1, to: 1 });
    await send();
    expect(receiver.numbers.sort()).toEqual([1, 1, 2, 2]);
    const idsOf = (number: number) =>
      new Set(
        receiver.received
          .filter(({ body }) => JSON.parse(body).data.number === number)
          .map(({ headers }) => headers['webhook-id']),
      );
    expect([idsOf(1).size, idsOf(2).size]).toEqual([1, 2]);
  });

  it('get events from a running server as they happen', async () => {
    let aheadMs = 0;
    const running = newSender({ ...SYSTEM_CLOCK, steadyMs: () => SYSTEM_CLOCK.steadyMs() + aheadMs });
    running.start();
    await makeWebhook();
    // It may have found no webhook, and looks again only then.
    aheadMs = 5_000;
    await happen(1);
    await vi.waitFor(() => expect(receiver.numbers).toEqual([1]), WITHIN);
    await happen(1);
    await vi.waitFor(() => expect(receiver.numbers).toEqual([1, 2]), WITHIN);
    await running.stop();
    await happen(1);
    running.wake();
    await running.deliverDue();
    expect(receiver.numbers).toEqual([1, 2]);
  });

  it('stay with their server while it renews its lease, and not with one whose lease has ended', async () => {
    await makeWebhook();
    await happen(1);
    const { backgroundPool, pool } = market.database;
    const [held] = await claimReceivers(backgroundPool, false, 10);
    const lease = held as ClaimedReceiver;
    const leaseEnds = () => pool.query(`update webhooks set leased_until = now() + interval '1 s'`);
    const secondsLeft = async () => {
      const { rows } = await pool.query(
        'select extract(epoch from leased_until - now())::float8 as left from webhooks',
      );
      return rows[0].left as number;
    };
    await leaseEnds();
    await renewLeases(backgroundPool, [lease]);
    expect(await secondsLeft()).toBeGreaterThan(20);
    await leaseEnds();
    await renewLeases(backgroundPool, [{ ...lease, lease: lease.lease - 1 }]);
    expect(await secondsLeft()).toBeLessThan(2);
    await pool.query(`update webhooks set leased_until = now()`);
    expect(await claimReceivers(backgroundPool, false, 10)).toMatchObject([{ lease: lease.lease + 1 }]);
    expect(await planDeliveries(backgroundPool, lease)).toBe(0);
    expect(await claimReceivers(backgroundPool, false, 10)).toEqual([]);
  });

  it('are free once released, though their server renews their lease a moment later', async () => {
    await makeWebhook();
    await happen(1);
    const { backgroundPool } = market.database;
    const claim = () => claimReceivers(backgroundPool, false, 10);
    const [held] = await claim();
    const lease = held as ClaimedReceiver;
    await releaseReceiver(backgroundPool, lease, { restSeconds: 0, isSlow: false, pauseSeconds: 0 });
    await renewLeases(backgroundPool, [lease]);
    expect(await claim()).toMatchObject([{ id: lease.id }]);
  });

  it('get an attempt again that a stopping server has taken back', async () => {
    const stopped = newSender();
    const { webhook } = await makeWebhook();
    const isReceived = new Promise<void>((resolve) => {
      receiver.answer = () => resolve();
    });
    await happen(1);
    const dying = stopped.deliverDue();
    await isReceived;
    await stopped.stop();
    await dying;
    expect(await onlyDelivery(webhook)).toMatchObject({ status: 'waiting', attempts: 0 });
    receiver.answers(200);
    await send(other);
    expect(await onlyDelivery(webhook)).toMatchObject({ status: 'delivered', attempts: 1 });
  });

  it('that are far behind leave the events in the drop copy until there is room', async () => {
    receiver.answers(500);
    const { webhook } = await makeWebhook();
    await happen(1_500);
    await market.database.pool.query('update webhooks set is_slow = false');
    const delivering = send();
    await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(30), WITHIN);
    await market.database.pool.query(
      `update webhook_deliveries set due_at = now() + interval '1 hour' where status = 'waiting'`,
    );
    receiver.answers(200);
    await delivering;
    const [own] = await ownWebhooks();
    expect(own?.waiting).toBeLessThanOrEqual(1_000);
    await passTime();
    await send();
    await passTime();
    await send();
    expect(new Set(receiver.numbers).size).toBe(1_500);
    expect((await deliveriesOf(webhook, '?status=waiting')).deliveries).toEqual([]);
  });
});

describe('deliveries', () => {
  it('are listed page by page, and filtered by their status', async () => {
    const { webhook } = await makeWebhook();
    await happen(60);
    await send();
    const first = await deliveriesOf(webhook);
    expect(first.deliveries.map(({ number }) => number)).toEqual(
      Array.from({ length: 50 }, (_e, at) => 60 - at),
    );
    const second = await deliveriesOf(webhook, `?before=${first.next}`);
    expect([second.deliveries.length, second.next]).toEqual([10, null]);
    expect((await deliveriesOf(webhook, '?status=failed')).deliveries).toEqual([]);
    const stranger = await buildTrader(market);
    const path = `/webhooks/${webhook.webhook}`;
    expect(outcome(await stranger.get(`${path}/deliveries`))).toBe('404 unknown-webhook');
    expect(outcome(await owner.get(`${path}/deliveries?before=0`))).toBe('422 invalid-body');
  });

  it('are replayed one by one or by a range of numbers, with the ids that they had', async () => {
    const { webhook } = await makeWebhook();
    receiver.answers(410);
    await happen(3);
    await send();
    const replay = (from: number, to: number, id = webhook.webhook) =>
      owner.post('/webhooks/replay', { webhook: id, from, to });
    expect(outcome(await replay(1, 1))).toBe('409 webhook-off');
    receiver.answers(200);
    await owner.post('/webhooks/switch', { webhook: webhook.webhook, isOn: true });
    await send();
    const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
    expect((await replay(1, 3)).json()).toEqual({ events: 3 });
    // An event whose attempt is under way is not sent beside it.
    const { pool } = market.database;
    await pool.query(
      `update webhook_deliveries set is_under_way = true, due_at = now() + interval '9 s' where number = 2`,
    );
    expect((await replay(1, 3)).json()).toEqual({ events: 2 });
    await pool.query('update webhook_deliveries set is_under_way = false, due_at = now() where number = 2');
    receiver.received.splice(0);
    await send();
    expect(receiver.numbers).toEqual([1, 2, 3]);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(ids);
    expect((await deliveriesOf(webhook)).deliveries.map(({ status }) => status)).toEqual(
      Array(3).fill('delivered'),
    );
    const outcomes = [
      await replay(1, 4),
      await replay(3, 2),
      await replay(1, 1_001),
      await replay(0, 1),
      await replay(1, 1, randomUUID()),
    ].map(outcome);
    expect(outcomes).toEqual([
      '410 events-gone',
      '422 invalid-body',
      '422 invalid-body',
      '422 invalid-body',
      '404 unknown-webhook',
    ]);
    await owner.post('/webhooks/change', { webhook: webhook.webhook, url: receiver.url, kinds: ['deal'] });
    expect((await replay(1, 3)).json()).toEqual({ events: 0 });
  });

  it('are deleted with their events, and when many newer ones are settled', async () => {
    const { webhook } = await makeWebhook();
    await happen(4);
    await send();
    const { pool } = market.database;
    await pool.query(`update webhook_deliveries set saved_at = now() - interval '91 days' where number = 1`);
    await pool.query(`update webhook_deliveries set replayed_at = now() where number = 3`);
    await pool.query('update webhooks set last_number = 10003');
    await deleteOldDeliveries(pool);
    expect((await deliveriesOf(webhook)).deliveries.map(({ number }) => number)).toEqual([4, 3]);
  });
});

describe('the message of a webhook’s server that a pair was sold elsewhere', () => {
  let name: string;
  let made: Made;

  beforeEach(async () => {
    name = `Air ${randomUUID()}`;
    await buildProducts(market.database, [name]);
    made = await makeWebhook();
  });

  async function list(of = owner): Promise<string> {
    const id = randomUUID();
    expect((await of.post('/ask', { id, name, price: 240, size: '9' })).statusCode).toBe(200);
    return id;
  }

  /** Sends a message, signed by an independent library. */
  function tell(
    body: string,
    { secret = made.secret, atMs = Date.now(), to = made.webhook.webhook, uid = owner.uid } = {},
  ) {
    const id = `msg_${randomUUID()}`;
    return other.app.inject({
      method: 'POST',
      url: `/api/webhooks/${uid}/${to}/sold`,
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(atMs / 1_000)),
        'webhook-signature': `v1,${'A'.repeat(43)}= ${new Webhook(secret).sign(id, new Date(atMs), body)}`,
      },
      payload: body,
    });
  }

  const sold = (id: string) => JSON.stringify({ type: 'pair.sold', data: { id, shop: 'elsewhere' } });

  it('removes its ask, once', async () => {
    const id = await list();
    const { secret } = (await owner.post('/webhooks/secret', { webhook: made.webhook.webhook })).json<Made>();
    const text = `Your ask of 240$ for ${name}, size 9 was removed.`;
    expect((await tell(sold(id))).body).toBe(text);
    expect((await tell(sold(id), { secret })).body).toBe(text);
    const { rows } = await market.database.pool.query('select status from orders where order_id = $1', [id]);
    expect(rows).toEqual([{ status: 'cancelled' }]);
    const first = await list();
    const [second, third] = [randomUUID(), randomUUID()];
    await owner.post('/ask', { id: second, name, price: 250, size: '9', replaces: first });
    await owner.post('/ask', { id: third, name, price: 260, size: '9', replaces: second });
    expect((await tell(sold(first))).body).toBe(text.replace('240', '260'));
    const bought = await list();
    await (await buildTrader(market)).post('/buy', { id: randomUUID(), name, price: 240, size: '9' });
    expect(outcome(await tell(sold(bought)))).toBe('409 already-traded');
  });

  it('is refused if its webhook has not signed it now, is off, or another user’s', async () => {
    const id = await list();
    const stranger = await buildTrader(other);
    const ofStranger = await makeWebhook({}, stranger);
    const outcomes = [
      await tell(sold(id), { secret: ofStranger.secret }),
      await tell(sold(id), { atMs: Date.now() - 301_000 }),
      await tell(sold(id), { atMs: Date.now() + 302_000 }),
      await tell(sold(id), { uid: stranger.uid }),
      await tell(sold(id), { to: ofStranger.webhook.webhook }),
      await tell(sold(id), { to: 'none' }),
      await tell(sold(id), { uid: '%00' }),
      await tell(sold(id), { uid: 'x'.repeat(100) }),
      await tell(sold(id), { to: ofStranger.webhook.webhook, uid: stranger.uid, secret: ofStranger.secret }),
    ].map(outcome);
    expect(outcomes).toEqual([...Array(8).fill('400 unsigned'), '404 unknown-order']);
    const others = ['{', '[]', '{"type":"pair.sold"}', sold('none'), '{"type":"pair.listed"}'];
    const answers = [];
    for (const body of others) {
      answers.push(outcome(await tell(body)));
    }
    expect(answers).toEqual(['400 bad-json', ...Array(3).fill('422 invalid-body'), '204']);
    await owner.post('/webhooks/switch', { webhook: made.webhook.webhook, isOn: false });
    expect(outcome(await tell(sold(id)))).toBe('409 webhook-off');
    const { rows } = await market.database.pool.query('select status from orders where order_id = $1', [id]);
    expect(rows).toEqual([{ status: 'open' }]);
  });
});

describe('webhooks', () => {
  it('need a recent verification, which replays do not', async () => {
    const { webhook } = await makeWebhook();
    await market.database.pool.query(
      `update identity_sessions set proved_at = now() - interval '11 minutes' where user_id = $1`,
      [owner.uid],
    );
    const id = { webhook: webhook.webhook };
    const outcomes = [
      await owner.post('/webhooks/make', { url: receiver.url, kinds: ALL }),
      await owner.post('/webhooks/change', { ...id, url: receiver.url, kinds: ALL }),
      await owner.post('/webhooks/secret', id),
      await owner.post('/webhooks/switch', { ...id, isOn: false }),
      await owner.post('/webhooks/delete', id),
    ].map(outcome);
    expect(outcomes).toEqual(Array(5).fill('403 proof-needed'));
    expect(await ownWebhooks()).toEqual([webhook]);
  });

  it('are at most ten for each user, and of their user only', async () => {
    const made = await Promise.all(Array.from({ length: 10 }, () => makeWebhook()));
    expect(outcome(await owner.post('/webhooks/make', { url: receiver.url, kinds: ALL }))).toBe(
      '409 too-many-webhooks',
    );
    const stranger = await buildTrader(other);
    const id = { webhook: made[0]?.webhook.webhook };
    const outcomes = [
      await stranger.post('/webhooks/change', { ...id, url: receiver.url, kinds: ALL }),
      await stranger.post('/webhooks/secret', id),
      await stranger.post('/webhooks/switch', { ...id, isOn: false }),
      await stranger.post('/webhooks/delete', id),
      await stranger.post('/webhooks/delete', { ...id, uid: owner.uid }),
    ].map(outcome);
    expect(outcomes).toEqual([...Array(3).fill('404 unknown-webhook'), '200', '403 not-yours']);
    expect(await ownWebhooks()).toHaveLength(10);
    expect(outcome(await owner.post('/webhooks/delete', id))).toBe('200');
    expect(outcome(await owner.post('/webhooks/delete', id))).toBe('200');
    expect(await ownWebhooks()).toHaveLength(9);
  });

  it.each([
    [{ url: 'http://hooks.example/' }],
    [{ url: 'https://user:password@hooks.example/' }],
    [{ url: 'https://hooks.example/#part' }],
    [{ url: 'https://' }],
    [{ url: 'https://[::1/' }],
    [{ url: 'https://hooks.example\\@127.0.0.1/' }],
    [{ url: 'file:///etc/passwd' }],
    [{ url: 7 }],
    [{ kinds: [] }],
    [{ kinds: ['order', 'order'] }],
    [{ kinds: ['keys'] }],
    [{ more: true }],
  ])('are refused with %j', async (terms) => {
    expect(outcome(await owner.post('/webhooks/make', { url: receiver.url, kinds: ALL, ...terms }))).toBe(
      '422 invalid-body',
    );
  });

  it('are refused with an address that is too long', async () => {
    const url = `https://hooks.example/${'x'.repeat(2_000)}`;
    expect(outcome(await owner.post('/webhooks/make', { url, kinds: ALL }))).toBe('422 invalid-body');
  });

  it('are in the export of their user, without secrets, and end with the account', async () => {
    const { secret, webhook } = await makeWebhook();
    await happen(1);
    await send();
    const exported = await owner.get('/export');
    expect(exported.json().webhooks).toEqual([{ ...webhook, deliveries: [await onlyDelivery(webhook)] }]);
    expect(exported.body).not.toContain(secret.slice(6));
    const { events } = (await owner.get('/auth/events')).json<{ events: { kind: string }[] }>();
    expect(events.map(({ kind }) => kind)).toContain('webhook-made');
    const deleted = await owner.post('/auth/account/delete', { password: PASSWORD });
    expect(deleted.statusCode, deleted.body).toBe(200);
    const { rows } = await market.database.pool.query(
      'select user_id from webhooks union all select user_id from webhook_deliveries',
    );
    expect(rows).toEqual([]);
  });
});
