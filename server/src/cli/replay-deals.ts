import type { CallKind, Deal } from '@perkex/core/deals/deal.js';
import type { ActorKind, DealEvent } from '@perkex/core/deals/deal-event.js';
import { payBy } from '@perkex/core/deals/party-steps.js';
import type { Holidays } from '@perkex/core/deals/working-days.js';
import type pg from 'pg';
import { connectDatabase, type Database } from '../database/connect.js';
import { int4, statement, uuid } from '../database/statement.js';
import { type Transaction, transaction } from '../database/transaction.js';
import { type DealKey, nameOfDeal } from '../deals/deal-key.js';
import type { StoredDeal } from '../deals/deal-row.js';
import { readDealStart, startDeals } from '../deals/deal-start.js';
import { DealsConsumer } from '../deals/deals-consumer.js';
import { payoutEvent } from '../deals/start-payout.js';
import { lockStoredDeal, stepLockedDeal } from '../deals/take-step.js';
import { UserError } from '../errors/user-error.js';
import { consumeNext } from '../feed/consume.js';
import type { CallKey } from '../payments/call-name.js';
import { openPlayCalls, type PlayCalls } from '../payments/opening/open-play-calls.js';

export interface ReplayDealsOptions {
  readonly holidays: Holidays;
  /** Returns a new UUID. */
  readonly newId: () => string;
  /** The time of the payment provider. */
  readonly nowMs: () => number;
  /** The time of the next step of a deal. */
  readonly timeOfStep: (deal: Deal, by: ActorKind) => number;
  /** Only deals between these users are taken through their steps. */
  readonly users: readonly string[];
  readonly onProgress: (done: number, total: number) => void;
  /** No deal begins after it has aborted. */
  readonly signal: AbortSignal;
}

export interface ReplayedDeals {
  readonly complete: number;
  readonly seconds: number;
}

/** The number of connections for them. */
const DEALS_AT_ONCE = 6;

const READ_DEALS = statement({
  name: 'read-deals-to-replay',
  text: `select deal.product_id as "productId", deal.id from deals as deal
         join trades as trade on trade.product_id = deal.product_id and trade.id = deal.id
         where deal.state <> 'complete' and trade.buyer_id = any($1) and trade.seller_id = any($1)
         order by deal.id`,
  row: { productId: int4, id: uuid },
});

/** Starts deals with play money, unless they have started. @throws UserError if that was with another provider */
export async function startDealsWithPlay(pool: pg.Pool, holidays: Holidays): Promise<void> {
  const provider = await readDealStart(pool);
  if (provider !== null && provider !== 'play') {
    throw new UserError(`The deals of this market are paid with PAYMENTS=${provider}, not with play money.`);
  }
  await startDeals(pool, consumerOf(holidays), 'play');
}

/**
 * Opens the deals of the replayed trades, and takes each through its steps: paid with play money, shipped, received,
 * verified, paid out, sent, delivered and confirmed. The next step follows from the deal, so that another replay
 * continues those that a stopped one has left.
 */
export async function replayDeals(database: Database, options: ReplayDealsOptions): Promise<ReplayedDeals> {
  const { holidays, users, signal, onProgress } = options;
  const startMs = performance.now();
  while (await consumeNext(database.pool, consumerOf(holidays), { waits: true })) {
    signal.throwIfAborted();
  }
  const keys = await READ_DEALS.rows(database.pool, [users]);
  // As those of a server, they send statements without waiting for earlier answers.
  const connections = connectDatabase(database.address, () => {});
  const pool = connections.backgroundPool;
  let next = 0;
  let complete = 0;
  try {
    const payments = await openPlayCalls({ ...options, pool });
    const work = async () => {
      for (let key = keys[next++]; key; key = keys[next++]) {
        signal.throwIfAborted();
        await completeDeal(pool, key, payments, options);
        complete += 1;
        onProgress(complete, keys.length);
      }
    };
    await Promise.all(Array.from({ length: DEALS_AT_ONCE }, work)).finally(() => payments.close());
  } finally {
    await connections.close();
  }
  return { complete, seconds: (performance.now() - startMs) / 1_000 };
}

function consumerOf(holidays: Holidays): DealsConsumer {
  return new DealsConsumer({ holidays, onStepped: async () => {} });
}

/** The next step of a deal, or the call to the payment provider that it waits for. */
type Next =
  | { readonly by: ActorKind; readonly type: DealEvent['type'] }
  | { readonly call: Extract<CallKind, 'collect' | 'pay-out'> };

async function completeDeal(
  pool: pg.Pool,
  key: DealKey,
  payments: PlayCalls,
  options: ReplayDealsOptions,
): Promise<void> {
  let lastCall: CallKey | null = null;
  for (;;) {
    const call = await takeSteps(pool, key, options);
    if (call === null) {
      return;
    }
    if (lastCall?.version === call.version) {
      throw new Error(`The call ${call.kind} of ${nameOfDeal(key)} has no outcome.`);
    }
    await payments.make(call);
    lastCall = call;
  }
}

/** Takes steps until the deal waits for a call. @returns it; null once the deal is complete */
async function takeSteps(
  pool: pg.Pool,
  key: DealKey,
  { holidays, timeOfStep }: ReplayDealsOptions,
): Promise<CallKey | null> {
  for (;;) {
    const taken = await transaction(pool, async (tx) => {
      const stored = await lockStoredDeal(tx, key);
      if (!stored || stored.deal.state === 'complete') {
        return null;
      }
      const { deal } = stored;
      const next = nextOf(deal);
      if ('call' in next) {
        return { ...key, version: deal.callVersions[next.call], kind: next.call };
      }
      const { by, type } = next;
      const command = {
        event: await eventOf(tx, type, stored),
        actor: { kind: by, id: 'replay' },
        seenVersion: null,
      };
      const result = await stepLockedDeal(tx, stored, command, { nowMs: timeOfStep(deal, by), holidays });
      if (result.kind === 'refused') {
        throw new Error(`${type} of ${nameOfDeal(key)} was refused in ${result.state}: ${result.code}.`);
      }
      return 'stepped';
    });
    if (taken !== 'stepped') {
      return taken;
    }
  }
}

function nextOf({ state, payment, payout }: Deal): Next {
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
      return { by: 'buyer', type: 'confirm' };
  }
}

async function eventOf(tx: Transaction, type: DealEvent['type'], stored: StoredDeal): Promise<DealEvent> {
  switch (type) {
    case 'pay':
      return payBy(stored.deal.method);
    case 'start-payout':
      return payoutEvent(tx, stored);
    default:
      return { type } as DealEvent;
  }
}
