import { DEAL_PARTIES } from '@perkex/contract/deals.js';
import { OWN_MONEY, OWN_MONEY_KINDS, ownMoney } from '@perkex/core/deals/own-money.js';
import { DEBT_OF_SUMS, sumColumn } from '../deals/money-sums.js';
import { EXAMPLES, statementCheck } from './check-result.js';
import type { DealRecords } from './deal-records.js';

/** Compares the stored lines of a deal with its transfers. @returns what differs, in sentences */
export function wrongMoneyLines({ stored: { deal }, transfers, moneyLines }: DealRecords): string[] {
  const expected = DEAL_PARTIES.flatMap((party) =>
    ownMoney(deal, transfers, party).map(
      ({ kind, cents }) => `${party}: ${kind} ${cents}, ${OWN_MONEY[kind]}`,
    ),
  );
  const found = moneyLines.map(({ party, kind, cents, place }) => `${party}: ${kind} ${cents}, ${place}`);
  return [
    ...found.filter((line) => !expected.includes(line)).map((line) => `${line}, is wrong`),
    ...expected.filter((line) => !found.includes(line)).map((line) => `${line}, is missing`),
  ];
}

export const MONEY_SUMS_CHECK = statementCheck("the sums of a user's money are those of its lines", 'users', {
  name: 'audit-money-sums',
  text: `with entries as (
           select user_id, kind, cents::bigint from money_lines
           union all
           select total.user_id, stored.kind, -stored.cents
           from money_sums as total
           cross join lateral (values
             ${OWN_MONEY_KINDS.map((kind) => `('${kind}', total.${sumColumn(kind)})`).join(', ')}
           ) as stored (kind, cents)
         ), wrong as (
           select user_id, kind from entries group by user_id, kind having sum(cents) <> 0
         )
         select (select count(*) from money_sums)::int as checked, count(*)::int as violations,
           (array_agg('user ' || user_id || ': ' || kind order by user_id, kind))[1:${EXAMPLES}] as examples
         from wrong`,
});

/** Users without sums owe nothing, as `greatest` ignores nulls. Erased users have no account. */
export const DEBTS_CHECK = statementCheck(
  'what a user owes, as orders read it, follows from the sums of their money',
  'users',
  {
    name: 'audit-debts-of-users',
    text: `select count(*)::int as checked,
           (count(*) filter (where account.debt_cents <> ${DEBT_OF_SUMS}))::int as violations,
           (array_agg('user ' || account.user_id order by account.user_id)
             filter (where account.debt_cents <> ${DEBT_OF_SUMS}))[1:${EXAMPLES}] as examples
         from accounts as account left join money_sums as total on total.user_id = account.user_id
         where not exists (select from departures where user_id = account.user_id)`,
  },
);

/** Lines of an earlier quarter stay counted in an account until its next payout. Erased users have no account. */
export const PAID_SALES_CHECK = statementCheck(
  "a seller's paid sales of the quarter, as orders read them, are those of their money",
  'users',
  {
    name: 'audit-paid-sales',
    text: `with counted as (
           select account.user_id, account.quarter_sales as stored, (
             select count(distinct line.deal_id) from money_lines as line
             where line.user_id = account.user_id and line.kind in ('paid-out', 'settled')
               and line.at >= account.sales_quarter::timestamp at time zone 'UTC'
           ) as sales
           from accounts as account
           where not exists (select from departures where user_id = account.user_id)
         )
         select count(*)::int as checked, (count(*) filter (where stored <> sales))::int as violations,
           (array_agg('user ' || user_id order by user_id) filter (where stored <> sales))[1:${EXAMPLES}] as examples
         from counted`,
  },
);
