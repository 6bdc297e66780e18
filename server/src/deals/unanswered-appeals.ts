import { APPEAL_WORKING_DAYS } from '@perkex/core/deals/penalty.js';
import type { Moment } from '@perkex/core/deals/situation.js';
import { type Holidays, startOfWorkingDaysMs } from '@perkex/core/deals/working-days.js';
import type pg from 'pg';
import { isoTime } from '../clock/iso-time.js';
import { databaseTime } from '../database/database-time.js';
import type { Maintenance } from '../process/maintenance.js';
import { nextDeals } from './next-deals.js';
import { type SweepEffects, stepAllByClock, sweepDeals } from './sweep-deals.js';

const SWEEP_INTERVAL_MS = 10 * 60_000;

const UNANSWERED = nextDeals({
  name: 'lock-next-unanswered-appeals',
  condition: (own) => `deal.penalty = 'appealed' and exists (
             select from deal_events as event
             where event.product_id = deal.product_id and event.deal_id = deal.id and event.event = 'appeal'
               and event.at < to_timestamp($${own}::float8 / 1000))`,
  orderedBy: 'at',
});

/** Maintenance every ten minutes: waives the penalties whose appeals no member has decided in time. */
export function unansweredAppealsMaintenance(
  pool: pg.Pool,
  holidays: Holidays,
  effects: SweepEffects,
): Maintenance {
  return {
    work: async () =>
      void (await waiveUnanswered(pool, { nowMs: await databaseTime(pool), holidays }, effects)),
    everyMs: SWEEP_INTERVAL_MS,
    failure: 'the appeals without a decision were not read',
  };
}

/**
 * Waives the penalties whose appeals have waited for all of their working days. At a small desk no member may be left
 * who can decide: those who have judged the pair must not.
 * @returns the number of these deals
 */
export function waiveUnanswered(
  pool: pg.Pool,
  moment: Moment,
  { onStepped, onFailure }: SweepEffects,
): Promise<number> {
  return sweepDeals(pool, {
    next: UNANSWERED,
    own: [startOfWorkingDaysMs(moment.nowMs, APPEAL_WORKING_DAYS, moment.holidays)],
    positionOf: ({ key, deal }) => [isoTime(deal.atMs), key.productId, key.id],
    work: (tx, found) => {
      const all = found.map((stored) => ({ stored, event: { type: 'waive-penalty' } as const }));
      return stepAllByClock(tx, all, moment, onStepped);
    },
    onFailure,
  });
}
