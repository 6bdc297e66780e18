import type { Moment } from '@perkex/core/deals/situation.js';
import type { Holidays } from '@perkex/core/deals/working-days.js';
import type pg from 'pg';
import { databaseTime } from '../database/database-time.js';
import { statement } from '../database/statement.js';
import type { Maintenance } from '../process/maintenance.js';
import { DEAL, DEAL_ROW, storedDeal } from './deal-row.js';
import { type SweepEffects, stepAllByClock, sweepDeals } from './sweep-deals.js';

const SWEEP_INTERVAL_MS = 1_000;

/** The due deals with the earliest deadlines after another one. Deals that another transaction has locked are skipped. */
const LOCK_NEXT_DUE_DEALS = statement({
  name: 'lock-next-due-deals',
  text: `select ${DEAL}
         from deals as deal
         join trades as trade on trade.product_id = deal.product_id and trade.id = deal.id
         where deal.due_at <= to_timestamp($1::float8 / 1000)
           and (deal.due_at, deal.product_id, deal.id) > ($2::timestamptz, $3::int4, $4::uuid)
         order by deal.due_at, deal.product_id, deal.id limit $5
         for update of deal skip locked`,
  row: DEAL_ROW,
});

/** Maintenance every second: fires the clocks of deals that are due by the clock of the database. */
export function dealClocksMaintenance(pool: pg.Pool, holidays: Holidays, effects: SweepEffects): Maintenance {
  return {
    work: async () =>
      void (await fireDueClocks(pool, { nowMs: await databaseTime(pool), holidays }, effects)),
    everyMs: SWEEP_INTERVAL_MS,
    failure: 'the clocks of deals were not read',
  };
}

/**
 * Fires due clocks in the order of their deadlines.
 * @returns the number of deals that were due here
 */
export function fireDueClocks(
  pool: pg.Pool,
  moment: Moment,
  { onStepped, onFailure }: SweepEffects,
): Promise<number> {
  return sweepDeals(pool, {
    lockNext: async (tx, after, limit) =>
      (await LOCK_NEXT_DUE_DEALS.rows(tx, [moment.nowMs, ...after, limit])).map(storedDeal),
    positionOf: ({ key, deal }) => [new Date(deal.dueAtMs ?? 0).toISOString(), key.productId, key.id],
    work: (tx, due) => {
      const all = due.map((stored) => ({ stored, event: { type: 'deadline-passed' } as const }));
      return stepAllByClock(tx, all, moment, onStepped);
    },
    onFailure,
  });
}
