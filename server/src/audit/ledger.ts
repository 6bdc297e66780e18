import type pg from 'pg';
import { statement } from '../database/statement.js';
import { type DailyRoots, NO_DAY_YET, readRoots, rootsOfDay } from '../ledger/daily-roots.js';
import { SIDES } from '../ledger/read-ledger.js';
import { addFindings, type CheckResult, EXAMPLES, FINDINGS, newResult, resultOf } from './check-result.js';

const COMPARE_DAYS = statement({
  name: 'audit-ledger-days',
  text: `with compared as (
           select day, account, sum(in_cents) <> 0 or sum(out_cents) <> 0 or sum(transfers) <> 0 as is_wrong
           from (
             select (event.at at time zone 'UTC')::date as day, account, in_cents, out_cents, 1 as transfers
             ${SIDES}
             where (event.at at time zone 'UTC')::date <= (select closed_day from ledger_closing)
             union all
             select day, account, -in_cents, -out_cents, -transfers from ledger_days
           ) as difference
           group by day, account
         )
         select count(*)::int as checked, (count(*) filter (where is_wrong))::int as violations,
           (array_agg(day || ' ' || account order by day, account) filter (where is_wrong))[1:${EXAMPLES}] as examples
         from compared`,
  row: FINDINGS,
});

const ALL_DAYS = 2 ** 31 - 1;

/** Compares the stored sums and roots of days with the transfers, steps and acts of these days. */
export async function auditLedger(client: pg.ClientBase): Promise<CheckResult[]> {
  const title = 'the days of the ledger are what its transfers say';
  return [resultOf(title, 'days of accounts', await COMPARE_DAYS.row(client)), await compareRoots(client)];
}

async function compareRoots(client: pg.ClientBase): Promise<CheckResult> {
  const result = newResult('the roots of days are what their steps and acts say', 'days with roots');
  let previous: DailyRoots | null = null;
  for (const stored of (await readRoots(client, NO_DAY_YET, ALL_DAYS)).reverse()) {
    const { ledger, journal } = await rootsOfDay(client, stored.day, previous);
    const examples = [
      ...(ledger === stored.ledger ? [] : [`${stored.day} of the ledger`]),
      ...(journal === stored.journal ? [] : [`${stored.day} of the journal`]),
    ];
    addFindings(result, { checked: 1, violations: examples.length, examples });
    previous = stored;
  }
  return result;
}
