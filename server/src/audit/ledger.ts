import type pg from 'pg';
import { statement } from '../database/statement.js';
import { SIDES } from '../ledger/read-ledger.js';
import { type CheckResult, EXAMPLES, FINDINGS, resultOf } from './check-result.js';

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

/** Compares the stored sums of the ledger's days with its transfers. */
export async function auditLedger(client: pg.ClientBase): Promise<CheckResult> {
  const title = 'the days of the ledger are what its transfers say';
  return resultOf(title, 'days of accounts', await COMPARE_DAYS.row(client));
}
