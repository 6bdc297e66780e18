import { setTimeout as pause } from 'node:timers/promises';
import type { DealEvent } from '@perkex/core/deals/deal-event.js';
import { payBy } from '@perkex/core/deals/party-steps.js';
import type { Moment } from '@perkex/core/deals/situation.js';
import type { Holidays } from '@perkex/core/deals/working-days.js';
import type pg from 'pg';
import { isoTime } from '../clock/iso-time.js';
import { databaseTime } from '../database/database-time.js';
import type { Transaction } from '../database/transaction.js';
import type { StoredDeal } from '../deals/deal-row.js';
import { nextDeals } from '../deals/next-deals.js';
import { payoutEvents } from '../deals/start-payout.js';
import { type Position, type SweepEffects, stepAllByClock, sweepDeals } from '../deals/sweep-deals.js';
import type { Maintenance } from '../process/maintenance.js';
import { type PaymentPace, SLICE_MS } from './payment-pace.js';

const SWEEP_INTERVAL_MS = 1_000;

/** The event that starts a payment of each of these locked deals. */
export type PaymentStart = (tx: Transaction, all: readonly StoredDeal[]) => Promise<DealEvent[]>;

export const startCollecting: PaymentStart = async (_tx, all) => all.map(({ deal }) => payBy(deal.method));

/** A payout waits while the payment is disputed. */
const STARTS = [
  {
    next: nextDeals({
      name: 'lock-next-deals-to-collect',
      condition: () => `deal.state = 'unpaid' and deal.payment = 'none'`,
      orderedBy: 'at',
    }),
    eventsOf: startCollecting,
  },
  {
    next: nextDeals({
      name: 'lock-next-deals-to-pay-out',
      condition: () => `deal.payout = 'due' and deal.payment <> 'disputed' and deal.owed_seller_cents > 0`,
      orderedBy: 'at',
    }),
    eventsOf: payoutEvents,
  },
] as const;

/**
 * Maintenance every second: starts the first payment of new deals, and the payouts that are due. Many of them are
 * started in slices, at the pace that orders leave.
 */
export function duePaymentsMaintenance(
  pool: pg.Pool,
  holidays: Holidays,
  effects: SweepEffects,
  pace: Pick<PaymentPace, 'startsOfSlice'>,
): Maintenance {
  return {
    work: async () => {
      for (let elapsedMs = 0; elapsedMs < SWEEP_INTERVAL_MS; elapsedMs += SLICE_MS) {
        const endOfSlice = pause(SLICE_MS);
        const limit = pace.startsOfSlice();
        const moment = { nowMs: await databaseTime(pool), holidays };
        if ((await startDuePayments(pool, moment, effects, limit)) < limit) {
          return;
        }
        await endOfSlice;
      }
    },
    everyMs: SWEEP_INTERVAL_MS,
    failure: 'the payments that are due were not started',
  };
}

/**
 * Starts what is due, the oldest first. Servers may do this at the same time.
 * @param limit of payments, and of payouts
 * @returns the number of payments or of payouts that were due here, whichever is greater
 */
export async function startDuePayments(
  pool: pg.Pool,
  moment: Moment,
  { onStepped, onFailure }: SweepEffects,
  limit?: number,
): Promise<number> {
  let most = 0;
  for (const { next, eventsOf } of STARTS) {
    const found = await sweepDeals(pool, {
      next,
      positionOf,
      work: async (tx, found) => {
        const events = await eventsOf(tx, found);
        const all = found.map((stored, index) => ({ stored, event: events[index] as DealEvent }));
        await stepAllByClock(tx, all, moment, onStepped);
      },
      onFailure,
      ...(limit !== undefined && { limit }),
    });
    most = Math.max(most, found);
  }
  return most;
}

function positionOf({ key, deal }: StoredDeal): Position {
  return [isoTime(deal.atMs), key.productId, key.id];
}
