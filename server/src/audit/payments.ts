import type pg from 'pg';
import { type Statement, statement } from '../database/statement.js';
import { type CheckResult, EXAMPLES, FINDINGS, type Findings, resultOf } from './check-result.js';

/** Account erasure and account transfer delete the references with the settings. */
const FIND_ACCOUNTS_WITHOUT_USER = statement({
  name: 'audit-payment-accounts',
  text: `select count(*)::int as checked, (count(*) filter (where owner.user_id is null))::int as violations,
           (array_agg('user ' || account.user_id order by account.user_id)
             filter (where owner.user_id is null))[1:${EXAMPLES}] as examples
         from payment_accounts as account
         left join accounts as owner on owner.user_id = account.user_id`,
  row: FINDINGS,
});

/** A step and the outcome of its call are saved together, so money is in flight for as long as its call is open. */
const FIND_MONEY_WITHOUT_CALL = statement({
  name: 'audit-money-in-flight',
  text: `with flight as (
           select deal.product_id, deal.id, moving.kind, moving.version
           from deals as deal
           cross join lateral (values
             ('collect', deal.collect_version, deal.collecting_cents),
             ('refund', deal.refund_version, deal.refunding_cents),
             ('pay-out', deal.pay_out_version, deal.paying_out_cents)
           ) as moving (kind, version, cents)
           where moving.cents > 0
         ), lost as (
           select flight.* from flight
           where not exists (
             select from provider_calls as call
             where call.product_id = flight.product_id and call.deal_id = flight.id
               and call.version = flight.version and call.kind = flight.kind
               and (call.outcome is null or call.outcome not in ('done', 'declined', 'replaced'))
           )
         )
         select (select count(*) from flight)::int as checked, count(*)::int as violations,
           (array_agg('deal ' || product_id || '/' || id || ': ' || kind order by product_id, id))[1:${EXAMPLES}]
             as examples
         from lost`,
  row: FINDINGS,
});

/**
 * Debts that payouts have settled twice. While an account is erased, some of its sums have the pseudonym already: both
 * are the same account.
 */
const FIND_EXCESSIVE_NETTING = statement({
  name: 'audit-netted-debts',
  text: `with debtors as (
           select coalesce(departure.user_id, total.user_id) as user_id,
             sum(total.penalty_cents + total.fees_owed_cents) as owed, sum(total.settled_cents) as settled
           from money_sums as total
           left join departures as departure on departure.pseudonym = total.user_id
           group by 1
         )
         select (count(*) filter (where owed > 0 or settled > 0))::int as checked,
           (count(*) filter (where settled > owed))::int as violations,
           (array_agg('user ' || user_id || ': settled ' || settled || ' of ' || owed order by user_id)
             filter (where settled > owed))[1:${EXAMPLES}] as examples
         from debtors`,
  row: FINDINGS,
});

/** The money that a failed deal has given up, and that of the deal which has taken it over. */
const COMPARE_CARRIED = statement({
  name: 'audit-carried-money',
  text: `with carried as (
           select deal.product_id, deal.id, deal.carried_over_cents as given, replacing.carried_cents as taken
           from deals as deal
           left join replacement_orders as replacement
             on replacement.product_id = deal.product_id and replacement.deal_id = deal.id
               and replacement.replaced_by is not null
           left join deals as replacing
             on replacing.product_id = deal.product_id and replacing.id = replacement.replaced_by
           where deal.choice = 'replaced'
           union all
           select deal.product_id, deal.id, null, deal.carried_cents
           from deals as deal
           where deal.carried_cents > 0 and not exists (
             select from replacement_orders as replacement
             where replacement.product_id = deal.product_id and replacement.replaced_by = deal.id
           )
         )
         select count(*)::int as checked, (count(*) filter (where given is distinct from taken))::int as violations,
           (array_agg('deal ' || product_id || '/' || id order by product_id, id)
             filter (where given is distinct from taken))[1:${EXAMPLES}] as examples
         from carried`,
  row: FINDINGS,
});

const CHECKS: readonly { title: string; unit: string; statement: Statement<Findings> }[] = [
  {
    title: 'references at the payment provider have a user',
    unit: 'payment accounts',
    statement: FIND_ACCOUNTS_WITHOUT_USER,
  },
  {
    title: 'money in flight has an open call',
    unit: 'movements of money',
    statement: FIND_MONEY_WITHOUT_CALL,
  },
  {
    title: 'payouts have settled no more than their users owe',
    unit: 'users',
    statement: FIND_EXCESSIVE_NETTING,
  },
  {
    title: 'carried money has gone from one deal to one other',
    unit: 'deals',
    statement: COMPARE_CARRIED,
  },
];

/** Compares the references and calls at the payment provider with users and deals. */
export async function auditPayments(client: pg.ClientBase): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const { title, unit, statement } of CHECKS) {
    results.push(resultOf(title, unit, await statement.row(client)));
  }
  return results;
}
