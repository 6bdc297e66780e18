import { setTimeout as pause } from 'node:timers/promises';
import type { CallKind, Deal } from '@perkex/core/deals/deal.js';
import type { ActorKind, DealEvent } from '@perkex/core/deals/deal-event.js';
import { payBy } from '@perkex/core/deals/party-steps.js';
import type { Holidays } from '@perkex/core/deals/working-days.js';
import type pg from 'pg';
import { recognizeDistribution } from '../database/citus.js';
import { connectDatabase, type Database } from '../database/connect.js';
import { isPassingFailure } from '../database/errors.js';
import { int4, statement, uuid } from '../database/statement.js';
import { type Transaction, transaction } from '../database/transaction.js';
import { type DealKey, nameOfDeal } from '../deals/deal-key.js';
import type { StoredDeal } from '../deals/deal-row.js';
import { readDealStart, startDeals } from '../deals/deal-start.js';
import { DealsConsumer } from '../deals/deals-consumer.js';
import { payoutEvents } from '../deals/start-payout.js';
import { lockFreeDeals, stepLockedDeals } from '../deals/take-step.js';
import { UserError } from '../errors/user-error.js';
import { consumeNext } from '../feed/consume.js';
import { type CallKey, nameOfCall } from '../payments/call-name.js';
import { openPlayCalls, type PlayCalls } from '../payments/opening/open-play-calls.js';
import { memoryMb } from './replay.js';

export interface ReplayDealsOptions {
  readonly holidays: Holidays;
  /** Returns a new UUID. */
  readonly newId: () => string;
  /** The time of the payment provider. */
  readonly nowMs: () => number;
  /** The time of the next step of a deal. */
  readonly timeOfStep: (deal: Deal, step: NextStep) => number;
  /** Only deals between these users are taken through their steps. */
  readonly users: readonly string[];
  readonly onProgress: (done: number, total: number) => void;
  /** No deal begins after it has aborted. */
  readonly signal: AbortSignal;
}

export interface ReplayedDeals {
  readonly complete: number;
  readonly seconds: number;
  /** The maximum memory of this process, at the end of a group of deals. */
  readonly peakMemoryMb: number;
}

/** A step, and who takes it. */
export interface NextStep {
  readonly by: ActorKind;
  readonly type: DealEvent['type'];
}

/** The deals whose steps share transactions. */
const GROUP_SIZE = 50;
const GROUPS_AT_ONCE = 4;
const MAX_ATTEMPTS = 20;
const PAUSE_MS = 50;

const READ_DEALS = statement({
  name: 'read-deals-to-replay',
  text: `select deal.product_id as "productId", deal.id from deals as deal
         join trades as trade on trade.product_id = deal.product_id and trade.id = deal.id
         where deal.state <> 'complete' and trade.buyer_id = any($1) and trade.seller_id = any($1)
         order by deal.id`,
  row: { productId: int4, id: uuid },
});

/** @throws UserError if users of this market pay with other than play money, since a replay trades with their orders */
export async function refuseOtherMoney(pool: pg.Pool): Promise<void> {
  const provider = await readDealStart(pool);
  if (provider !== null && provider !== 'play') {
    throw new UserError(`The deals of this market are paid with PAYMENTS=${provider}, not with play money.`);
  }
}

/** Starts deals with play money, unless they have started. */
export async function startDealsWithPlay(pool: pg.Pool, holidays: Holidays): Promise<void> {
  await startDeals(pool, consumerOf(holidays), 'play');
}

/**
 * Opens the deals of the replayed trades, and takes each through its steps: paid with play money, shipped, received,
 * verified, paid out, sent and delivered. Every second buyer confirms that, and the clock completes the deals of the
 * others. The next step follows from the deal, so that another replay continues those that a stopped one has left.
 */
export async function replayDeals(database: Database, options: ReplayDealsOptions): Promise<ReplayedDeals> {
  const { holidays, users, signal, onProgress } = options;
  const startMs = performance.now();
  while (await consumeNext(database.pool, consumerOf(holidays), { isPatient: true })) {
    signal.throwIfAborted();
  }
  const keys = await READ_DEALS.rows(database.pool, [users]);
  // As those of a server, they send statements without waiting for earlier answers.
  const connections = connectDatabase(database.address, () => {});
  const pool = connections.backgroundPool;
  let next = 0;
  let complete = 0;
  let peakMemoryMb = 0;
  try {
    await recognizeDistribution(pool);
    const payments = await openPlayCalls({ ...options, pool });
    const work = async () => {
      for (;;) {
        const group = keys.slice(next, next + GROUP_SIZE);
        next += group.length;
        if (group.length === 0) {
          return;
        }
        signal.throwIfAborted();
        await completeDeals(pool, group, payments, options);
        complete += group.length;
        peakMemoryMb = Math.max(peakMemoryMb, memoryMb());
        onProgress(complete, keys.length);
      }
    };
    await Promise.all(Array.from({ length: GROUPS_AT_ONCE }, work)).finally(() => payments.close());
  } finally {
    await connections.close();
  }
  return { complete, seconds: (performance.now() - startMs) / 1_000, peakMemoryMb };
}

function consumerOf(holidays: Holidays): DealsConsumer {
  return new DealsConsumer({ holidays, onStepped: async () => {} });
}

/** The next step of a deal, or the call to the payment provider that it waits for. */
type Next = NextStep | { readonly call: Extract<CallKind, 'collect' | 'pay-out'> };

async function completeDeals(
  pool: pg.Pool,
  keys: readonly DealKey[],
  payments: PlayCalls,
  options: ReplayDealsOptions,
): Promise<void> {
  let earlier = new Set<string>();
  for (;;) {
    const taken = await repeatedly(() => takeNextSteps(pool, keys, options));
    if (taken === 'complete') {
      return;
    }
    if (taken === 'stepped') {
      continue;
    }
    const names = taken.map(nameOfCall);
    const repeated = names.find((name) => earlier.has(name));
    if (repeated !== undefined) {
      throw new Error(`The call ${repeated} has no outcome.`);
    }
    await Promise.all(taken.map((call) => repeatedly(() => payments.make(call))));
    earlier = new Set(names);
  }
}

/**
 * Repeats a transaction as a server does with its jobs: on a distributed database, the groups of deals may wait for
 * each other on different machines, until the database ends one.
 */
async function repeatedly<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isPassingFailure(error) || attempt === MAX_ATTEMPTS) {
        throw error;
      }
      await pause(PAUSE_MS);
    }
  }
}

/**
 * Takes the same next step of as many of these deals as wait for it, in one transaction.
 * @returns the calls that they wait for if there is no step to take
 */
function takeNextSteps(
  pool: pg.Pool,
  keys: readonly DealKey[],
  { holidays, timeOfStep }: ReplayDealsOptions,
): Promise<'stepped' | 'complete' | CallKey[]> {
  return transaction(pool, async (tx) => {
    const locked = await lockFreeDeals(tx, keys);
    const open = locked.filter(({ deal }) => deal.state !== 'complete');
    if (open.length === 0) {
      // A server may have locked some of them for a moment.
      return locked.length === keys.length ? 'complete' : 'stepped';
    }
    const all = open.map((stored) => ({ stored, next: nextOf(stored) }));
    const first = all.find(({ next }) => 'type' in next)?.next;
    if (!first || 'call' in first) {
      return all.flatMap(({ stored: { key, deal }, next }) =>
        'call' in next ? [{ ...key, version: deal.callVersions[next.call], kind: next.call }] : [],
      );
    }
    const { type, by } = first;
    const same = all.flatMap(({ stored, next }) => ('type' in next && next.type === type ? [stored] : []));
    const events = await eventsOf(tx, type, same);
    const commands = same.map((stored, index) => ({
      stored,
      command: {
        event: events[index] as DealEvent,
        actor: { kind: by, id: 'replay' },
        seenVersion: null,
      },
    }));
    const nowMs = Math.max(...same.map(({ deal }) => timeOfStep(deal, first)));
    const results = await stepLockedDeals(tx, commands, { nowMs, holidays });
    for (const [index, result] of results.entries()) {
      if (result.kind === 'refused') {
        const { key } = same[index] as StoredDeal;
        throw new Error(`${type} of ${nameOfDeal(key)} was refused in ${result.state}: ${result.code}.`);
      }
    }
    return 'stepped';
  });
}

function nextOf({ key, deal: { state, payment, payout } }: StoredDeal): Next {
  switch (state) {
    case 'unpaid':
      return payment === 'collecting' ? { call: 'collect' } : { by: 'clock', type: 'pay' };
    case 'paid':
      return { by: 'seller', type: 'ship' };
    case 'shipped':
      return { by: 'member', type: 'receive' };
    case 'received':
      return { by: 'member', type: 'pass' };
    case 'verified':
      if (payout === 'sending') {
        return { call: 'pay-out' };
      }
      return payout === 'due' ? { by: 'clock', type: 'start-payout' } : { by: 'member', type: 'send' };
    case 'sent':
      return { by: 'provider', type: 'parcel-arrived' };
    default:
      return isConfirmed(key) ? { by: 'buyer', type: 'confirm' } : { by: 'clock', type: 'deadline-passed' };
  }
}

/** True for every second deal. */
function isConfirmed({ id }: DealKey): boolean {
  return Number.parseInt(id.slice(-1), 16) % 2 === 0;
}

function eventsOf(
  tx: Transaction,
  type: DealEvent['type'],
  all: readonly StoredDeal[],
): Promise<readonly DealEvent[]> | readonly DealEvent[] {
  switch (type) {
    case 'pay':
      return all.map(({ deal }) => payBy(deal.method));
    case 'start-payout':
      return payoutEvents(tx, all);
    default:
      return all.map(() => ({ type }) as DealEvent);
  }
}
