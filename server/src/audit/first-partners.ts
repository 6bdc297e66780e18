import type pg from 'pg';
import { statement } from '../database/statement.js';
import { FIRST_PARTNERS_OF_TRADES } from '../sales/first-partners.js';
import { type CheckResult, EXAMPLES, FINDINGS, resultOf } from './check-result.js';

const COMPARE_FIRST_PARTNERS = statement({
  name: 'audit-first-partners',
  text: `with expected as (${FIRST_PARTNERS_OF_TRADES}),
         stored as (select user_id, partner_id, first_trade_id, other_trade_id from first_partners),
         wrong as (
           select user_id from (select * from expected except select * from stored) as missing
           union
           select user_id from (select * from stored except select * from expected) as surplus
         )
         select (select count(*) from expected)::int as checked, count(*)::int as violations,
           (array_agg('user ' || user_id order by user_id))[1:${EXAMPLES}] as examples
         from wrong`,
  row: FINDINGS,
});

/** Compares the first partner of each user with the trades, except those that have not been rolled up yet. */
export async function auditFirstPartners(client: pg.ClientBase): Promise<CheckResult> {
  const title = 'the first partner of a user is what the trades say';
  return resultOf(title, 'users', await COMPARE_FIRST_PARTNERS.row(client));
}
