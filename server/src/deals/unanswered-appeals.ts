import { APPEAL_WORKING_DAYS } from '@perkex/core/deals/penalty.js';
import type { Moment } from '@perkex/core/deals/situation.js';
import { type Holidays, startOfWorkingDaysMs } from '@perkex/core/deals/working-days.js';
import type pg from 'pg';
import { isoTime } from '../clock/iso-time.js';
import { databaseTime } from '../database/database-time.js';
import { int4, statement, uuid } from '../database/statement.js';
import type { Maintenance } from '../process/maintenance.js';
import { DEAL_KEYS, nameOfDeal } from './deal-key.js';
import { nextDeals } from './next-deals.js';
import { type SweepEffects, stepAllByClock, sweepDeals } from './sweep-deals.js';

const SWEEP_INTERVAL_MS = 10 * 60_000;

const UNANSWERED = nextDeals({
  name: 'lock-next-unanswered-appeals',
  condition: () => `deal.penalty = 'appealed'`,
  orderedBy: 'at',
});

const READ_APPEALED_BEFORE = statement({
  name: 'read-appealed-before',
  text: `select found.product_id as "productId", found.id
         from ${DEAL_KEYS.as('found')}
         join deal_events as event on event.product_id = found.product_id and event.deal_id = found.id
         where event.product_id = any($1::int4[]) and event.event = 'appeal'
           and event.at < to_timestamp($${DEAL_KEYS.size + 1}::float8 / 1000)`,
  row: { productId: int4, id: uuid },
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
 * Waives the penalties whose appeals have waited for all of their working days. A small desk may have no
 * member left to decide, since those that have judged the pair must not.
 * @returns the number of deals with an appeal
 */
export function waiveUnanswered(
  pool: pg.Pool,
  moment: Moment,
  { onStepped, onFailure }: SweepEffects,
): Promise<number> {
  const startMs = startOfWorkingDaysMs(moment.nowMs, APPEAL_WORKING_DAYS, moment.holidays);
  return sweepDeals(pool, {
    next: UNANSWERED,
    positionOf: ({ key, deal }) => [isoTime(deal.atMs), key.productId, key.id],
    work: async (tx, found) => {
      const due = await READ_APPEALED_BEFORE.rows(tx, [
        ...DEAL_KEYS.values(found.map(({ key }) => key)),
        startMs,
      ]);
      const names = new Set(due.map(nameOfDeal));
      const all = found.flatMap((stored) =>
        names.has(nameOfDeal(stored.key)) ? [{ stored, event: { type: 'waive-penalty' } as const }] : [],
      );
      await stepAllByClock(tx, all, moment, onStepped);
    },
    onFailure,
  });
}
