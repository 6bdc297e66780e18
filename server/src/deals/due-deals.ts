import type { Moment } from '@perkex/core/deals/situation.js';
import type { Holidays } from '@perkex/core/deals/working-days.js';
import type pg from 'pg';
import { databaseTime } from '../database/database-time.js';
import { statement } from '../database/statement.js';
import { type Transaction, transaction } from '../database/transaction.js';
import type { Maintenance } from '../process/maintenance.js';
import { nameOfDeal } from './deal-key.js';
import { DEAL, DEAL_ROW, type StoredDeal, storedDeal } from './deal-row.js';
import { stepLockedDeal } from './take-step.js';

const SWEEP_INTERVAL_MS = 1_000;
/** Keeps a sweep short, so that a server can shut down soon. */
const DEALS_A_SWEEP = 200;

/** The due deal with the earliest deadline after another one. Deals that another transaction has locked are skipped. */
const LOCK_NEXT_DUE_DEAL = statement({
  name: 'lock-next-due-deal',
  text: `select ${DEAL}
         from deals as deal
         join trades as trade on trade.product_id = deal.product_id and trade.id = deal.id
         where deal.due_at <= to_timestamp($1::float8 / 1000)
           and (deal.due_at, deal.product_id, deal.id) > ($2::timestamptz, $3::int4, $4::uuid)
         order by deal.due_at, deal.product_id, deal.id limit 1
         for update of deal skip locked`,
  row: DEAL_ROW,
});

type Position = readonly [dueAt: string, productId: number, id: string];

const START: Position = ['-infinity', 0, '00000000-0000-0000-0000-000000000000'];

/** Maintenance every second: fires the clocks of deals that are due by the clock of the database. */
export function dealClocksMaintenance(
  pool: pg.Pool,
  holidays: Holidays,
  onFailure: (error: unknown) => void,
): Maintenance {
  return {
    work: async () =>
      void (await fireDueClocks(pool, { nowMs: await databaseTime(pool), holidays }, onFailure)),
    everyMs: SWEEP_INTERVAL_MS,
    failure: 'the clocks of deals were not read',
  };
}

/**
 * Fires due clocks in the order of their deadlines, each in a transaction of its own. A deal that fails delays no other.
 * Servers may do this at the same time.
 * @returns the number of deals that were due here
 */
export async function fireDueClocks(
  pool: pg.Pool,
  moment: Moment,
  onFailure: (error: unknown) => void,
): Promise<number> {
  let position = START;
  for (let found = 0; found < DEALS_A_SWEEP; found += 1) {
    let due: StoredDeal | null = null;
    try {
      await transaction(pool, async (tx) => {
        due = await lockNextDueDeal(tx, moment.nowMs, position);
        if (due) {
          await fireClock(tx, due, moment);
        }
      });
    } catch (error) {
      if (!due) {
        throw error;
      }
      onFailure(error);
    }
    if (!due) {
      return found;
    }
    position = positionOf(due);
  }
  return DEALS_A_SWEEP;
}

async function lockNextDueDeal(tx: Transaction, nowMs: number, after: Position): Promise<StoredDeal | null> {
  const row = await LOCK_NEXT_DUE_DEAL.row(tx, [nowMs, ...after]);
  return row ? storedDeal(row) : null;
}

async function fireClock(tx: Transaction, due: StoredDeal, moment: Moment): Promise<void> {
  const command = {
    event: { type: 'deadline-passed' },
    actor: { kind: 'clock', id: 'clock' },
    seenVersion: null,
  } as const;
  const result = await stepLockedDeal(tx, due, command, moment);
  if (result.kind === 'refused') {
    throw new Error(`The deadline of ${nameOfDeal(due.key)} was refused in ${result.state}: ${result.code}.`);
  }
}

function positionOf({ key, deal }: StoredDeal): Position {
  return [new Date(deal.dueAtMs ?? 0).toISOString(), key.productId, key.id];
}
