import type { DealEvent } from '@perkex/core/deals/deal-event.js';
import type { Holidays } from '@perkex/core/deals/working-days.js';
import type pg from 'pg';
import { z } from 'zod';
import { databaseTime } from '../database/database-time.js';
import { bool, int4, statement, uuid } from '../database/statement.js';
import { type Transaction, transaction } from '../database/transaction.js';
import type { DealKey } from '../deals/deal-key.js';
import { payoutEvents } from '../deals/start-payout.js';
import { byClock } from '../deals/sweep-deals.js';
import { lockStoredDeal, type OnStepped, stepLockedDealNow } from '../deals/take-step.js';
import { type JobKind, jobKind } from '../jobs/job-kind.js';
import type { Jobs } from '../jobs/jobs.js';
import { type PaymentStart, startCollecting } from './due-payments.js';
import { CALL_RETRIES } from './payment-calls.js';
import type { PaymentProvider } from './payment-provider.js';
import { ProviderUnavailableError } from './provider-unavailable-error.js';

const IS_OPEN = `(call.outcome is null or call.outcome = 'unknown')`;

interface CallsOfUser {
  readonly name: string;
  readonly kind: 'collect' | 'pay-out';
  /** The column of the user in `trades`. */
  readonly party: string;
  /** The column of `deals` with the version of the call. */
  readonly version: string;
  /** The conditions for a call that failed, and for one that may still fail. */
  readonly failed: string;
  readonly open: string;
}

/**
 * A user's failed calls, and those that may still fail with the earlier card or account. Calls that were decided after
 * the time `$2` are not among them, so that a job restarts none that it has started itself.
 */
function failedCalls({ name, kind, party, version, failed, open }: CallsOfUser) {
  return statement({
    name,
    text: `select deal.product_id as "productId", deal.id, ${IS_OPEN} as "isOpen"
           from trades as trade
           join deals as deal on deal.product_id = trade.product_id and deal.id = trade.id
           join provider_calls as call
             on call.product_id = deal.product_id and call.deal_id = deal.id and call.version = deal.${version}
               and call.kind = '${kind}'
           join deal_events as event
             on event.product_id = call.product_id and event.deal_id = call.deal_id and event.version = call.version
           where trade.${party} = $1 and event.at <= to_timestamp($2::float8 / 1000)
             and (${failed} or ${open} and ${IS_OPEN})
           order by deal.id`,
    row: { productId: int4, id: uuid, isOpen: bool },
  });
}

const RESTARTS = {
  payments: {
    read: failedCalls({
      name: 'read-failed-payments-of-user',
      kind: 'collect',
      party: 'buyer_id',
      version: 'collect_version',
      // A payment that waits for the bank is replaced.
      failed: `deal.state = 'unpaid' and deal.payment in ('failed', 'needs-buyer')`,
      open: `deal.state = 'unpaid' and deal.payment = 'collecting'`,
    }),
    eventsOf: startCollecting,
  },
  payouts: {
    read: failedCalls({
      name: 'read-failed-payouts-of-user',
      kind: 'pay-out',
      party: 'seller_id',
      version: 'pay_out_version',
      failed: `deal.payout = 'failed' and deal.owed_seller_cents > 0`,
      open: `deal.payout = 'sending'`,
    }),
    eventsOf: payoutEvents,
  },
} as const;

const restartData = z.object({ userId: z.string(), sentAtMs: z.number() });
type Restart = z.infer<typeof restartData>;

interface Options {
  readonly pool: pg.Pool;
  readonly jobs: Jobs;
  readonly provider: Pick<PaymentProvider, 'name' | 'methods'>;
  readonly holidays: Holidays;
  readonly onStepped: OnStepped;
}

/**
 * Starts the payments of users that failed or wait for their bank again, and their failed payouts, once they have
 * another card or an account.
 */
export class PaymentRestarts {
  private readonly restarts: JobKind<Restart>;

  constructor(private readonly options: Options) {
    this.restarts = jobKind({
      name: `payment-restart-${options.provider.name}`,
      data: restartData,
      retries: CALL_RETRIES,
      atOnce: 1,
    });
    options.jobs.register(this.restarts, { work: (data) => this.restart(data) });
  }

  /**
   * Starts them after the transaction. The job has no key: one under way has not seen the calls that failed since it
   * was sent.
   */
  async send(tx: Transaction, userId: string): Promise<void> {
    await this.options.jobs.send(tx, this.restarts, { userId, sentAtMs: await databaseTime(tx) });
  }

  /** @throws ProviderUnavailableError while a call of the user is open, so that the job is retried */
  async restart({ userId, sentAtMs }: Restart): Promise<void> {
    const { pool } = this.options;
    let openCalls = 0;
    const { payments, payouts } = RESTARTS;
    // A bank transfer waits for its buyer, whatever they change in their settings.
    const isByCard = this.options.provider.methods.includes('card');
    for (const { read, eventsOf } of isByCard ? [payments, payouts] : [payouts]) {
      for (const { isOpen, ...key } of await read.rows(pool, [userId, sentAtMs])) {
        if (isOpen) {
          openCalls += 1;
        } else {
          await transaction(pool, (tx) => this.take(tx, key, eventsOf));
        }
      }
    }
    if (openCalls > 0) {
      throw new ProviderUnavailableError(`The outcome of ${openCalls} calls of a user is not known yet.`);
    }
  }

  /** A refusal means that the deal has moved on in the meantime. */
  private async take(tx: Transaction, key: DealKey, eventsOf: PaymentStart): Promise<void> {
    const stored = await lockStoredDeal(tx, key);
    if (!stored) {
      return;
    }
    const [event] = await eventsOf(tx, [stored]);
    const command = byClock(event as DealEvent);
    await stepLockedDealNow(tx, stored, command, this.options);
  }
}
