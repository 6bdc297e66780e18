import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/database/connect.js';
import type { CallOutcome, ProviderRequest } from '../../src/payments/payment-provider.js';
import { makeCall } from '../../src/payments/payment-provider.js';
import type { RequestFault } from '../../src/payments/play/faults.js';
import { NO_FAULTS } from '../../src/payments/play/faults.js';
import type { TestMethodName } from '../../src/payments/play/test-methods.js';
import { createTestDatabase } from '../test-database.js';
import { DAY_MS, openPaymentBench, type PaymentBench, prepareParties, START_MS } from './payment-bench.js';

const CENTS = 234_56;
const COMMON = { amountCents: CENTS, attempt: 1, tradedAtMs: START_MS, returnUrl: 'https://shop.example' };

let database: Database;
/** The servers that run, each with a stand-in of its own. */
let running: PaymentBench[];
let requestFaults: RequestFault[];

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

beforeEach(() => {
  running = [];
  requestFaults = [];
});

afterEach(async () => {
  for (const bench of running) {
    await bench.close();
  }
});

async function start({ isAnother = true, startMs = START_MS } = {}): Promise<PaymentBench> {
  const faults = { ...NO_FAULTS, nextRequest: () => requestFaults.shift() ?? 'none' };
  const bench = await openPaymentBench('play', database, { faults: () => faults, isAnother, startMs });
  running.push(bench);
  return bench;
}

/** Ends a server, and starts another one. */
async function restart(bench: PaymentBench, startMs = START_MS): Promise<PaymentBench> {
  running = running.filter((one) => one !== bench);
  await bench.close();
  return start({ startMs });
}

async function collectRequest(bench: PaymentBench, method: TestMethodName = 'pm_card_visa') {
  const { customerRef, methodRef } = await prepareParties(bench, method);
  const call = { productId: 1, id: randomUUID(), version: 1, kind: 'collect' } as const;
  return { kind: 'collect', call, customerRef, methodRef, ...COMMON } as const;
}

function refundRequest(paymentRef: string) {
  const call = { productId: 1, id: randomUUID(), version: 5, kind: 'refund' } as const;
  return { kind: 'refund', call, paymentRef, ...COMMON } as const;
}

async function payOutRequest(bench: PaymentBench) {
  const { recipientRef } = await prepareParties(bench);
  const call = { productId: 1, id: randomUUID(), version: 4, kind: 'pay-out' } as const;
  return { kind: 'pay-out', call, recipientRef, ...COMMON } as const;
}

async function paid(bench: PaymentBench): Promise<string> {
  return refOf(await bench.provider.collect(await collectRequest(bench)));
}

function refOf(outcome: CallOutcome): string {
  if (outcome.kind === 'unknown' || outcome.ref === null) {
    throw new Error(`The outcome ${outcome.kind} has no reference.`);
  }
  return outcome.ref;
}

async function rowsOf(table: string): Promise<number> {
  return (await database.pool.query(`select from ${table}`)).rowCount ?? 0;
}

describe('a server that starts again', () => {
  it.each(['collect', 'refund', 'pay-out'] as const)('finds the %s that it was making', async (kind) => {
    const bench = await start({ isAnother: false });
    const requests: Record<typeof kind, () => Promise<ProviderRequest>> = {
      collect: () => collectRequest(bench),
      refund: async () => refundRequest(await paid(bench)),
      'pay-out': () => payOutRequest(bench),
    };
    const request = await requests[kind]();
    requestFaults = ['broken-after', 'broken-after'];
    expect(await makeCall(bench.provider, request)).toMatchObject({ kind: 'unknown' });
    const { provider } = await restart(bench);
    const found = await provider.find(request);
    expect(found).toMatchObject({ kind: 'done', amountCents: CENTS });
    // The key of the attempt is still known.
    expect(await makeCall(provider, request)).toEqual(found);
  });

  it('refunds an earlier payment, and pays its seller', async () => {
    const bench = await start({ isAnother: false });
    const [paymentRef, payOut] = [await paid(bench), await payOutRequest(bench)];
    const { provider } = await restart(bench);
    expect((await provider.retrieve(paymentRef)).outcome).toMatchObject({ kind: 'done', amountCents: CENTS });
    expect(await provider.refund(refundRequest(paymentRef))).toMatchObject({ kind: 'done' });
    expect(await provider.payOut(payOut)).toMatchObject({ kind: 'done' });
  });

  it('delivers the webhooks that were waiting, once', async () => {
    const bench = await start({ isAnother: false });
    const ref = await paid(bench);
    const { received, standIn, provider, nowMs } = await restart(bench);
    await standIn.deliverEvents();
    await standIn.deliverEvents();
    const readings = received.map(({ body, header }) => provider.readWebhook(body, header, nowMs()));
    expect(readings).toEqual([{ kind: 'event', id: expect.stringMatching(/^evt_/), ref }]);
  });

  it('settles a payment that takes days', async () => {
    const bench = await start({ isAnother: false });
    const outcome = await bench.provider.collect(await collectRequest(bench, 'pm_usBankAccount_success'));
    expect(outcome).toMatchObject({ kind: 'pending' });
    const { provider, standIn } = await restart(bench, START_MS + 4 * DAY_MS);
    await standIn.settle();
    expect((await provider.retrieve(refOf(outcome))).outcome).toMatchObject({ kind: 'done' });
  });
});

describe('two servers', () => {
  let servers: readonly [PaymentBench, PaymentBench];

  beforeEach(async () => {
    servers = [await start({ isAnother: false }), await start()];
  });

  it('that make the same attempt at once make one payment', async () => {
    const request = await collectRequest(servers[0]);
    const attempts = [0, 1, 0, 1].map((server) => servers[server]?.provider.collect(request));
    const outcomes = await Promise.all(attempts);
    expect(new Set(outcomes.map((outcome) => outcome && refOf(outcome))).size).toBe(1);
    expect(await servers[1].objects('payment_intent')).toHaveLength(1);
  });

  it('that refund the same payment at once refund it once', async () => {
    const paymentRef = await paid(servers[0]);
    const refunds = servers.map(({ provider }) => provider.refund(refundRequest(paymentRef)));
    const kinds = (await Promise.all(refunds)).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['declined', 'done']);
    expect(await servers[0].objects('charge')).toMatchObject([{ amount_refunded: CENTS, refunded: true }]);
  });

  it('that settle the same payment at once settle it once', async () => {
    await servers[0].provider.collect(await collectRequest(servers[0], 'pm_usBankAccount_success'));
    for (const server of servers) {
      await server.pass(4 * DAY_MS);
    }
    await Promise.all(servers.map(({ standIn }) => standIn.settle()));
    expect(await servers[0].objects('charge')).toHaveLength(1);
  });
});

it('a server that is killed in the middle of a payment leaves nothing of it', async () => {
  const bench = await start({ isAnother: false });
  const { provider, objects } = bench;
  const request = await collectRequest(bench);
  const answers = await rowsOf('play_answers');
  // The webhook of a payment is the last row that it writes.
  await database.pool.query(
    `create function refuse_event() returns trigger language plpgsql as $$ begin raise 'killed'; end $$;
     create trigger refuse_event before insert on play_events for each row execute function refuse_event()`,
  );
  try {
    expect(await provider.collect(request)).toMatchObject({ kind: 'unknown' });
  } finally {
    await database.pool.query('drop function refuse_event cascade');
  }
  for (const kind of ['payment_intent', 'charge'] as const) {
    expect(await objects(kind)).toEqual([]);
  }
  expect(await rowsOf('play_answers')).toBe(answers);
  expect(await provider.find(request)).toBeNull();
  expect(await provider.collect(request)).toMatchObject({ kind: 'done', amountCents: CENTS });
});

it('nothing about a user is stored, so an erased account leaves nothing there', async () => {
  const { provider } = await start({ isAnother: false });
  const userId = 'user-to-erase';
  await provider.prepareMethod({ userId, customerRef: null });
  await provider.prepareRecipient({ userId, email: 'ann@shop.example', recipientRef: null });
  const { rows } = await database.pool.query<{ row: string }>(
    `select one::text as row from play_objects as one union all select one::text from play_events as one
     union all select one::text from play_answers as one`,
  );
  expect(rows.length).toBeGreaterThan(3);
  expect(rows.filter(({ row }) => row.includes(userId) || row.includes('ann@'))).toEqual([]);
});
