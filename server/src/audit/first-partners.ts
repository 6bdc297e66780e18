import { FIRST_PARTNERS_OF_TRADES } from '../sales/first-partners.js';
import { EXAMPLES, statementCheck } from './check-result.js';

/** Compares the first partner of each user with the trades, except those that have not been rolled up yet. */
export const FIRST_PARTNERS_CHECK = statementCheck(
  'the first partner of a user is what the trades say',
  'users',
  {
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
  },
);
