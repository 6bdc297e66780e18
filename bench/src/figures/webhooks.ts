import { randomUUID } from 'node:crypto';
import { EVENT_KINDS } from '@perkex/contract/event-kinds.js';
import { SYSTEM_CLOCK } from '@perkex/server/clock/system-clock.js';
import type { Database } from '@perkex/server/database/connect.js';
import { transaction } from '@perkex/server/database/transaction.js';
import { saveUserEvents } from '@perkex/server/drop-copy/save-user-events.js';
import type { FetchTerms } from '@perkex/server/outbound/fetch-public.js';
import { PublicReceiver } from '@perkex/server/outbound/public-receiver.js';
import { Sealing } from '@perkex/server/users/sealing.js';
import { claimReceivers } from '@perkex/server/webhooks/claim-receivers.js';
import { insertWebhook } from '@perkex/server/webhooks/webhook-rows.js';
import { newWebhookSecret, placeOfSecret } from '@perkex/server/webhooks/webhook-secret.js';
import { WebhookSender } from '@perkex/server/webhooks/webhook-sender.js';
import { benchmark } from '../harness/benchmark.js';
import { Child } from '../processes/child.js';
import { milliseconds, perSecond } from '../report/figure.js';
import { median } from '../report/percentile.js';
import type { ReceiverState } from './webhook-receiver.js';

const PATIENCE_MS = 10_000;
const MIN_PER_SECOND = 500;
const REQUESTS_AT_ONCE = 16;
const EVENTS_AT_ONCE = 1_000;
const USER = 'bench-webhooks';
const LOOKS = 20;
const LIMITS = { timeMs: 15_000, bytes: 1_000 };

/** The events of a drop copy that reach one fast receiver, beside requests to it that are neither stored nor signed. */
export const WEBHOOKS = benchmark({
  name: 'webhooks',
  FULL: {
    events: 20_000,
    /** Other webhooks, of as many users, without new events. */
    idle: 10_000,
  },
  QUICK: { events: 5_000 },
  SMALL: { events: 50, idle: 20 },
  async measure(run, { events, idle }) {
    const database = await run.openDatabase('webhooks');
    const receiver = await run.open(Child.start('figures/webhook-receiver.js'), (child) => child.close());
    const stateOfReceiver = () => receiver.ask<ReceiverState>({}, PATIENCE_MS);
    const { port, certificate } = await stateOfReceiver();
    const url = `https://127.0.0.1:${port}/`;
    const terms: FetchTerms = { ca: certificate, isAllowed: () => true };
    const bare = await postBare(url, terms, events);
    const sent = await deliverEvents(database, url, terms, events);
    const { received } = await stateOfReceiver();
    if (received !== 2 * events) {
      throw new Error(`The receiver got ${received} requests instead of ${2 * events}.`);
    }
    run.add(
      {
        name: `webhook events to one receiver, ${events} of them`,
        measured: perSecond(sent),
        limit: `${REQUESTS_AT_ONCE} requests at a time to it, without storing or signing: ${perSecond(bare)}`,
        ratio: sent / bare,
        target: `at least ${MIN_PER_SECOND}/s`,
        isReached: sent >= MIN_PER_SECOND,
      },
      {
        name: `a look for due events among ${idle} idle webhooks, twice a second`,
        measured: milliseconds(await timeOfLook(database, idle)),
      },
    );
  },
});

/** @returns requests a second */
async function postBare(url: string, terms: FetchTerms, requests: number): Promise<number> {
  const receiver = new PublicReceiver(url, REQUESTS_AT_ONCE, terms);
  const body = JSON.stringify({ type: 'order', timestamp: '', data: dataOfEvent() });
  const stop = new AbortController().signal;
  const beganAtMs = performance.now();
  let left = requests;
  await Promise.all(
    Array.from({ length: REQUESTS_AT_ONCE }, async () => {
      while (left > 0) {
        left -= 1;
        await receiver.post(body, { 'content-type': 'application/json' }, LIMITS, stop);
      }
    }),
  );
  receiver.close();
  return ratePerSecond(requests, beganAtMs);
}

/** @returns events a second, from the drop copy to the saved outcome */
async function deliverEvents(
  database: Database,
  url: string,
  terms: FetchTerms,
  events: number,
): Promise<number> {
  const { pool, backgroundPool } = database;
  const [id, sealing] = [randomUUID(), new Sealing(newWebhookSecret(), 'webhook')];
  const secret = sealing.seal(newWebhookSecret(), placeOfSecret(USER, id));
  await transaction(pool, (tx) => insertWebhook(tx, USER, { id, secret }, { url, kinds: [...EVENT_KINDS] }));
  for (let first = 0; first < events; first += EVENTS_AT_ONCE) {
    const length = Math.min(EVENTS_AT_ONCE, events - first);
    const some = Array.from({ length }, () => ({
      userId: USER,
      kind: 'order' as const,
      atMs: Date.now(),
      data: dataOfEvent(),
    }));
    await transaction(pool, (tx) => saveUserEvents(tx, some));
  }
  const sender = new WebhookSender({
    pool: backgroundPool,
    clock: SYSTEM_CLOCK,
    random: Math.random,
    sealing,
    news: { send: async () => {} },
    fetchTerms: terms,
    log: console,
  });
  const beganAtMs = performance.now();
  await sender.deliverDue();
  return ratePerSecond(events, beganAtMs);
}

/** @returns the median, in milliseconds */
async function timeOfLook({ pool, backgroundPool }: Database, idle: number): Promise<number> {
  await pool.query(
    `with made as (
       insert into event_heads (user_id, last_number)
       select 'idle-' || number, 100 from generate_series(1, $1::int) as number returning user_id, last_number
     )
     insert into webhooks (user_id, id, url, kinds, secret, last_number)
     select user_id, gen_random_uuid(), 'https://hooks.example', '{order}', '', last_number from made`,
    [idle],
  );
  await pool.query('analyze webhooks, event_heads');
  const times: number[] = [];
  for (let look = 0; look < LOOKS; look += 1) {
    const beganAtMs = performance.now();
    for (const isSlow of [false, true]) {
      await claimReceivers(backgroundPool, isSlow, 1);
    }
    times.push(performance.now() - beganAtMs);
  }
  return median(times);
}

function dataOfEvent() {
  return {
    order: randomUUID(),
    productId: 1,
    size: '9',
    side: 'bid',
    price: 240,
    status: 'open',
    reason: null,
  } as const;
}

function ratePerSecond(count: number, beganAtMs: number): number {
  return (count / (performance.now() - beganAtMs)) * 1_000;
}
