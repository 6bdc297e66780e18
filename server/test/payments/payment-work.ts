import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { pino } from 'pino';
import type { OnStepped } from '../../src/deals/take-step.js';
import { Jobs } from '../../src/jobs/jobs.js';
import { PaymentCalls, type PaymentCallsOptions } from '../../src/payments/payment-calls.js';
import type { PaymentProvider } from '../../src/payments/payment-provider.js';
import { PaymentReconciler } from '../../src/payments/payment-reconciler.js';
import { ProviderUnavailableError } from '../../src/payments/provider-unavailable-error.js';
import { NO_HOLIDAYS } from '../deals.js';

export interface PaymentWorkOptions {
  readonly pool: pg.Pool;
  readonly provider: PaymentProvider;
  readonly onStepped: OnStepped;
  /** By default they stay in their table, and the test makes the calls itself. */
  readonly jobs?: Jobs;
  readonly holidays?: ReadonlySet<string>;
  readonly log?: Pick<FastifyBaseLogger, 'error'>;
  readonly partyRefs: PaymentCallsOptions['partyRefs'];
  readonly returnUrl?: PaymentCallsOptions['returnUrl'];
}

/** A server's work on the calls of a payment provider. */
export interface PaymentWork {
  readonly jobs: Jobs;
  readonly reconciler: PaymentReconciler;
  readonly calls: PaymentCalls;
}

export function openPaymentWork({
  pool,
  provider,
  onStepped,
  jobs = stoppedJobs(pool),
  holidays = NO_HOLIDAYS,
  log = pino({ level: 'silent' }),
  partyRefs,
  returnUrl = () => 'https://shop.example',
}: PaymentWorkOptions): PaymentWork {
  const reconciler = new PaymentReconciler({ pool, provider, holidays, log, onStepped });
  const calls = new PaymentCalls({ pool, jobs, provider, reconciler, log, partyRefs, returnUrl });
  return { jobs, reconciler, calls };
}

/** Jobs that are sent, and that no server runs. */
export function stoppedJobs(pool: pg.Pool): Jobs {
  const jobs = new Jobs({ pool, random: Math.random, log: pino({ level: 'silent' }) });
  void jobs.stop();
  return jobs;
}

/** A server was killed at this moment. */
export class Killed extends Error {}

/** Work that a killed server or an unavailable provider may end. Later work repeats it. */
export async function survive(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Killed || error instanceof ProviderUnavailableError)) {
      throw error;
    }
  }
}
