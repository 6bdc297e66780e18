import { eventOfClock } from '@perkex/core/deals/deadline-events.js';
import type { Moment } from '@perkex/core/deals/situation.js';
import { type Holidays, startOfWorkingDaysMs } from '@perkex/core/deals/working-days.js';
import { DAY_MS } from '@perkex/core/figures/days.js';
import type pg from 'pg';
import { isoTime } from '../clock/iso-time.js';
import { databaseTime } from '../database/database-time.js';
import type { Transaction } from '../database/transaction.js';
import type { Maintenance } from '../process/maintenance.js';
import type { DealKey } from './deal-key.js';
import type { StoredDeal } from './deal-row.js';
import { nextDeals } from './next-deals.js';
import { type SweepEffects, stepAllByClock, sweepDeals } from './sweep-deals.js';

const SWEEP_INTERVAL_MS = 1_000;

/**
 * A bank reports the transfers of a day on the next working day. Until its end, a deal waits for money that may have
 * arrived in time.
 */
const DAYS_FOR_THE_STATEMENT = 1;

/** An attempt to collect delays the deadline no longer than this: after a wrong amount, no answer ever comes. */
const MAX_ANSWER_MS = 7 * DAY_MS;

/**
 * The deals with the earliest deadlines. A buyer is not late before the first attempt to collect their payment, and not
 * while an attempt has no answer: the platform may have stopped in the meantime.
 */
const DUE = nextDeals({
  name: 'lock-next-due-deals',
  condition: (own) => `deal.due_at <= to_timestamp($${own}::float8 / 1000)
           and (deal.state <> 'unpaid' or deal.payment not in ('none', 'collecting')
             or deal.payment = 'collecting' and deal.due_at <= to_timestamp($${own + 2}::float8 / 1000))
           and (deal.state <> 'unpaid' or deal.method <> 'bank-transfer'
             or deal.due_at <= to_timestamp($${own + 1}::float8 / 1000))`,
  orderedBy: 'due_at',
});

export interface ClockEffects extends SweepEffects {
  /** The deals among these whose payment has arrived, or may have. Their clocks do not fire before a step reports it. */
  readonly readMaybePaid?:
    | ((tx: Transaction, deals: readonly StoredDeal[]) => Promise<readonly DealKey[]>)
    | undefined;
}

/** Maintenance every second: fires the clocks of deals that are due by the clock of the database. */
export function dealClocksMaintenance(pool: pg.Pool, holidays: Holidays, effects: ClockEffects): Maintenance {
  return {
    work: async () =>
      void (await fireDueClocks(pool, { nowMs: await databaseTime(pool), holidays }, effects)),
    everyMs: SWEEP_INTERVAL_MS,
    failure: 'the clocks of deals were not read',
  };
}

/**
 * Fires due clocks in the order of their deadlines, those of unpaid bank transfers a working day later.
 * @returns the number of deals that were due here
 */
export function fireDueClocks(
  pool: pg.Pool,
  moment: Moment,
  { onStepped, onFailure, readMaybePaid }: ClockEffects,
): Promise<number> {
  return sweepDeals(pool, {
    next: DUE,
    own: [
      moment.nowMs,
      startOfWorkingDaysMs(moment.nowMs, DAYS_FOR_THE_STATEMENT, moment.holidays),
      moment.nowMs - MAX_ANSWER_MS,
    ],
    positionOf: ({ key, deal }) => [isoTime(deal.dueAtMs ?? 0), key.productId, key.id],
    work: async (tx, due) => {
      const unpaid = due.filter(({ deal }) => deal.state === 'unpaid');
      const maybePaid = readMaybePaid && unpaid.length > 0 ? await readMaybePaid(tx, unpaid) : [];
      const fired = due.filter(({ key }) => !maybePaid.some(({ id }) => id === key.id));
      const all = fired.map((stored) => ({ stored, event: eventOfClock(stored.deal) }));
      await stepAllByClock(tx, all, moment, onStepped);
    },
    onFailure,
  });
}
