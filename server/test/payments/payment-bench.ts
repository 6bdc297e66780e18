import fastify, { type LightMyRequestResponse } from 'fastify';
import Stripe from 'stripe';
import { vi } from 'vitest';
import { Chance } from '../../../core/test/deal-random.js';
import type { Database } from '../../src/database/connect.js';
import type { CardProvider } from '../../src/payments/payment-provider.js';
import { bankRoutes } from '../../src/payments/play/bank.routes.js';
import type { Faults } from '../../src/payments/play/faults.js';
import { openPlay } from '../../src/payments/play/open-play.js';
import { StandIn } from '../../src/payments/play/stand-in.js';
import type { StandInObject } from '../../src/payments/play/stand-in-objects.js';
import type { TestMethodName } from '../../src/payments/play/test-methods.js';
import { openStripeProvider } from '../../src/payments/stripe/stripe-provider.js';

/** Thursday, 12:00. */
export const START_MS = Date.UTC(2026, 10, 5, 12);
export const DAY_MS = 86_400_000;

export const ADAPTERS = ['play', 'stripe'] as const;
export type AdapterName = (typeof ADAPTERS)[number];

/** The outcomes of random payments. */
export const RANDOM_METHODS: readonly TestMethodName[] = [
  'pm_card_visa',
  'pm_card_visa_chargeDeclined',
  'pm_card_chargeDeclinedProcessingError',
  'pm_card_authenticationRequired',
  'pm_card_pendingRefund',
  'pm_card_refundFail',
  'pm_usBankAccount_success',
  'pm_usBankAccount_insufficientFunds',
];

/** A provider, the stand-in that it talks to, and the time of both. */
export interface PaymentBench {
  readonly provider: CardProvider;
  readonly standIn: StandIn;
  readonly received: { readonly body: Buffer; readonly header: string }[];
  /** All objects of a kind at the stand-in, the newest first. */
  objects<Found extends StandInObject>(kind: Found['object']): Promise<Found[]>;
  /** Opens the bank's page at an address, or submits its form. */
  visitBank(url: string, answer?: string): Promise<LightMyRequestResponse>;
  /** The buyer has entered a card. */
  completeSetup(setupRef: string, method: TestMethodName): Promise<void>;
  /** The seller has completed the form of their account. */
  completeAccount(recipientRef: string): Promise<void>;
  nowMs(): number;
  /** Passes time, and carries out what is due at the stand-in. */
  pass(ms: number): Promise<void>;
  /** Forgets all payments of the stand-in, and keeps its customers and accounts. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

/** Makes the ids of each stand-in its own: several of them share the database of a test file. */
let benches = 0;

interface BenchOptions {
  /** Read for each request, as the faults of a test change. */
  readonly faults?: () => Faults;
  readonly seed?: number;
  /** True for another server, or for one that starts again: it finds what there is. */
  readonly isAnother?: boolean;
  readonly startMs?: number;
}

/** Opens an adapter on a stand-in with a clock and ids of its own. */
export async function openPaymentBench(
  adapter: AdapterName,
  { pool }: Pick<Database, 'pool'>,
  { faults, seed = 1, isAnother = false, startMs = START_MS }: BenchOptions = {},
): Promise<PaymentBench> {
  let nowMs = startMs;
  if (!isAnother) {
    await pool.query('truncate play_objects, play_events, play_answers');
  }
  const received: { body: Buffer; header: string }[] = [];
  const chance = new Chance(seed);
  let ids = 0;
  benches += 1;
  const bench = benches.toString(36);
  const options = {
    pool,
    pagesUrl: 'https://shop.example/play',
    nowMs: () => nowMs,
    newId: () => {
      ids += 1;
      return `${chance.below(2 ** 32).toString(36)}x${ids.toString(36)}x${bench}`;
    },
    receive: async (events: readonly { readonly body: Buffer; readonly header: string }[]) => {
      received.push(...events);
      return events.map(() => true);
    },
    ...(faults && {
      faults: {
        nextRequest: () => faults().nextRequest(),
        nextEvent: () => faults().nextEvent(),
        isReordered: () => faults().isReordered(),
      },
    }),
  };
  // Half a second before the repetition of each broken request, which is most of the time of these tests.
  vi.spyOn(Stripe.prototype, 'getInitialNetworkRetryDelay').mockReturnValue(0);
  const { provider, standIn } = adapter === 'play' ? await openPlay(options) : await openStripe(options);
  const pages = fastify();
  await bankRoutes(pages, standIn);
  return {
    provider,
    standIn,
    received,
    objects: async (kind) => {
      const sql = 'select object from play_objects where kind = $1 order by seq desc';
      return (await pool.query(sql, [kind])).rows.map(({ object }) => object);
    },
    visitBank: (url, answer) =>
      pages.inject({
        method: answer === undefined ? 'GET' : 'POST',
        url: new URL(url).pathname,
        ...(answer !== undefined && {
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: new URLSearchParams({ answer }).toString(),
        }),
      }),
    completeSetup: (id, method) => standIn.act((account) => account.completeSetup(id, method)),
    completeAccount: (id) => standIn.act((account) => account.completeAccount(id)),
    nowMs: () => nowMs,
    pass: async (ms) => {
      nowMs += ms;
      await standIn.settle();
    },
    forget: async () => {
      await pool.query(
        `with events as (delete from play_events), answers as (delete from play_answers)
         delete from play_objects where kind not in ('customer', 'v2.core.account')`,
      );
    },
    close: () => standIn.close(),
  };
}

async function openStripe(options: Parameters<typeof openPlay>[0]) {
  const secrets = { secretKey: 'sk_test_bench', webhookSecret: 'whsec_bench' };
  const standIn = await StandIn.open({ ...options, ...secrets });
  return { standIn, provider: await openStripeProvider(secrets, { address: standIn.address }) };
}

/** A buyer and a seller with what they need. */
export async function prepareParties(
  { provider, standIn }: PaymentBench,
  methodRef: TestMethodName = 'pm_card_visa',
): Promise<{ customerRef: string; methodRef: string; recipientRef: string }> {
  const buyer = await provider.prepareMethod({ userId: 'ann', customerRef: null });
  const seller = await standIn.act(async (account) => {
    const { id } = account.createParty('v2.core.account');
    await account.completeAccount(id);
    return { id };
  });
  return { customerRef: buyer.customerRef, methodRef, recipientRef: seller.id };
}
