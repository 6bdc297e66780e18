import type pg from 'pg';
import { bool, orNull, statement, text } from '../database/statement.js';
import { transaction } from '../database/transaction.js';
import { saveRoots } from './daily-roots.js';
import { saveRecordDay } from './record-days.js';

/** One server at a time. Readers do not wait. */
const LOCK_ROOTS = statement({
  name: 'lock-daily-roots',
  text: 'lock table daily_roots in exclusive mode nowait',
});

/** The day after the last one with roots, or the first day of all. An upgrade begins there, too. */
const FIND_NEXT_DAY = statement({
  name: 'find-next-day-of-roots',
  text: `select to_char(day, 'YYYY-MM-DD') as day, day <= (select closed_day from ledger_closing) as "isClosed"
         from (select coalesce(
           (select max(day) + 1 from daily_roots),
           (select (at at time zone 'UTC')::date from deal_events order by at limit 1)
         ) as day) as next`,
  row: { day: orNull(text), isClosed: orNull(bool) },
});

/** Stores the roots and the record of the next day whose sums the ledger has. @returns false if there is none */
export async function recordNextDay(pool: pg.Pool): Promise<boolean> {
  return transaction(pool, async (tx) => {
    await LOCK_ROOTS.run(tx);
    const next = await FIND_NEXT_DAY.row(tx, []);
    if (!next?.day || !next.isClosed) {
      return false;
    }
    await saveRoots(tx, next.day);
    await saveRecordDay(tx, next.day);
    return true;
  });
}
