import { DEAL_PARTIES } from '@perkex/contract/deals.js';
import { OWN_MONEY, OWN_MONEY_KINDS, ownMoney } from '@perkex/core/deals/own-money.js';
import type pg from 'pg';
import { statement } from '../database/statement.js';
import { sumColumn } from '../deals/money-sums.js';
import { type CheckResult, EXAMPLES, FINDINGS, resultOf } from './check-result.js';
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

const COMPARE_SUMS = statement({
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
  row: FINDINGS,
});

export async function auditMoneySums(client: pg.ClientBase): Promise<CheckResult> {
  const title = "the sums of a user's money are those of its lines";
  return resultOf(title, 'users', await COMPARE_SUMS.row(client));
}
