import type pg from 'pg';
import { statement } from '../database/statement.js';
import { type CheckResult, EXAMPLES, FINDINGS, runChecks, type StatementCheck } from './check-result.js';

/**
 * Account erasure and account transfer leave the references to a pseudonym, until the provider has deleted its data.
 */
const FIND_ACCOUNTS_WITHOUT_USER = statement({
  name: 'audit-payment-accounts',
  text: `select count(*)::int as checked,
           (count(*) filter (where coalesce(owner.user_id, remains.pseudonym) is null))::int as violations,
           (array_agg('user ' || account.user_id order by account.user_id)
             filter (where coalesce(owner.user_id, remains.pseudonym) is null))[1:${EXAMPLES}] as examples
         from (select user_id from payment_accounts union all select user_id from bank_accounts) as account
         left join accounts as owner on owner.user_id = account.user_id
         left join erasure_remains as remains on remains.pseudonym = account.user_id`,
  row: FINDINGS,
});

/**
 * Money that the bank has: a payment that counts as paid has all of its own, and no deal has sent back more than it
 * got.
 */
const COMPARE_BANK_MONEY = statement({
  name: 'audit-bank-money',
  text: `with sums as (
           select payment.product_id, payment.deal_id, payment.state, payment.amount_cents,
             coalesce((select sum(amount_cents) from bank_lines as line
               where line.product_id = payment.product_id and line.deal_id = payment.deal_id
                 and not exists (select from bank_corrections where line_id = line.id)), 0) as received,
             coalesce((select sum(amount_cents) filter (where kind = 'return') from bank_remittances as sent
               where sent.product_id = payment.product_id and sent.deal_id = payment.deal_id
                 and sent.state <> 'returned'), 0) as returned,
             coalesce((select sum(amount_cents) filter (where kind = 'refund') from bank_remittances as sent
               where sent.product_id = payment.product_id and sent.deal_id = payment.deal_id
                 and sent.state <> 'returned'), 0) as refunded
           from bank_payments as payment
         ), wrong as (
           select * from sums
           where received - returned < case state when 'paid' then amount_cents else refunded end
             or refunded > amount_cents
         )
         select (select count(*) from sums)::int as checked, count(*)::int as violations,
           (array_agg('deal ' || product_id || '/' || deal_id order by product_id, deal_id))[1:${EXAMPLES}] as examples
         from wrong`,
  row: FINDINGS,
});

/** Calls count as done once their money was booked, or has left with a list. */
const COMPARE_BANK_CALLS = statement({
  name: 'audit-bank-calls',
  text: `with calls as (
           select call.*, concat_ws('/', call.product_id, call.deal_id, call.version, call.kind) as name
           from provider_calls as call where call.provider = 'bank' and call.outcome = 'done'
         ), wrong as (
           select calls.* from calls
           left join bank_payments as payment
             on payment.product_id = calls.product_id
               and (calls.kind = 'collect' and payment.deal_id = calls.deal_id
                 or calls.kind = 'collect-debt' and payment.debt_deal_id = calls.deal_id)
               and payment.version = calls.version and payment.state = 'paid'
               and payment.amount_cents = calls.amount_cents
           left join bank_remittances as remittance
             on remittance.id = calls.name and remittance.state in ('paid', 'returned')
               and remittance.amount_cents = calls.amount_cents
           where payment.deal_id is null and remittance.id is null
         )
         select (select count(*) from calls)::int as checked, count(*)::int as violations,
           (array_agg(name order by name))[1:${EXAMPLES}] as examples
         from wrong`,
  row: FINDINGS,
});

/**
 * Money leaves only by a call: each remittance to a user has the amount, the kind and the deal of the call that it is
 * named after, and each call that is under way has its remittance. A refund of carried money is one of the deal that
 * was paid. Returns belong to no call.
 */
const COMPARE_REMITTANCES = statement({
  name: 'audit-bank-remittances',
  text: `with calls as (
           select call.*, concat_ws('/', call.product_id, call.deal_id, call.version, call.kind) as name
           from provider_calls as call where call.kind in ('refund', 'pay-out', 'pay-credit')
         ), sent as (
           select * from bank_remittances where kind <> 'return'
         ), named as (
           select id as name from sent
           union
           select name from calls where provider = 'bank' and outcome = 'pending'
         ), compared as (
           select named.name,
             coalesce(sent.amount_cents = calls.amount_cents and sent.product_id = calls.product_id
               and (sent.deal_id = calls.deal_id or calls.is_of_carried)
               and sent.kind = case calls.kind when 'pay-credit' then 'credit' else calls.kind end, false) as is_sound
           from named
           left join sent on sent.id = named.name
           left join calls on calls.name = named.name
         )
         select count(*)::int as checked, (count(*) filter (where not is_sound))::int as violations,
           (array_agg(name order by name) filter (where not is_sound))[1:${EXAMPLES}] as examples
         from compared`,
  row: FINDINGS,
});

/** A line that no deal had at first, or that was freed, is booked, goes back, or waits: one of the three. */
const COMPARE_UNMATCHED_LINES = statement({
  name: 'audit-unmatched-bank-lines',
  text: `with lines as (
           select unmatched.number, unmatched.state, unmatched.amount_cents,
             (select sum(line.amount_cents) from bank_lines as line where line.id = unmatched.id) as booked,
             unmatched.reason = 'corrected' and not exists (
               select from bank_corrections as correction
               where correction.freed_id = unmatched.id and correction.amount_cents = unmatched.amount_cents
             ) as is_free,
             (select sum(sent.amount_cents) from bank_remittances as sent
               where sent.line_id = unmatched.id and sent.state <> 'returned') as returned
           from bank_unmatched_lines as unmatched
         ), wrong as (
           select * from lines
           where is_free or booked is distinct from case state when 'booked' then amount_cents end
             or returned is distinct from case state when 'returned' then amount_cents end
         )
         select (select count(*) from lines)::int as checked, count(*)::int as violations,
           (array_agg('line ' || number order by number))[1:${EXAMPLES}] as examples
         from wrong`,
  row: FINDINGS,
});

/** A step and the outcome of its call are saved together, so money is in flight for as long as its call is open. */
const FIND_MONEY_WITHOUT_CALL = statement({
  name: 'audit-money-in-flight',
  text: `with flight as materialized (
           select deal.product_id, deal.id, moving.kind, moving.version
           from deals as deal
           cross join lateral (values
             ('collect', deal.collect_version, deal.collecting_cents),
             ('refund', deal.refund_version, deal.refunding_cents),
             ('pay-out', deal.pay_out_version, deal.paying_out_cents),
             ('pay-credit', deal.pay_credit_version, deal.paying_credit_cents),
             ('collect-debt', deal.collect_debt_version, deal.collecting_debt_cents)
           ) as moving (kind, version, cents)
           where moving.cents > 0
         ), called as materialized (
           select call.product_id, call.deal_id, call.version, call.kind
           from flight join provider_calls as call on call.product_id = flight.product_id
             and call.deal_id = flight.id and call.version = flight.version and call.kind = flight.kind
           where call.outcome is null or call.outcome not in ('done', 'declined', 'replaced')
         ), lost as (
           select flight.* from flight
           where not exists (
             select from called
             where called.product_id = flight.product_id and called.deal_id = flight.id
               and called.version = flight.version and called.kind = flight.kind
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
             sum(total.penalty_cents + total.fees_owed_cents + total.debt_charged_back_cents) as owed, sum(total.settled_cents) as settled
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

/** Penalties of which deals have recorded, and shared, more than payouts, credits and payments have paid. */
const FIND_EXCESSIVE_SHARES = statement({
  name: 'audit-shared-penalties',
  text: `with payers as (
           select coalesce(departure.user_id, total.user_id) as user_id,
             least(sum(total.penalty_cents),
               sum(total.settled_cents + total.credited_cents + total.debt_paid_cents)) as collected,
             sum(total.penalty_paid_cents) as recorded
           from money_sums as total
           left join departures as departure on departure.pseudonym = total.user_id
           group by 1
         )
         select (count(*) filter (where collected > 0 or recorded > 0))::int as checked,
           (count(*) filter (where recorded > collected))::int as violations,
           (array_agg('user ' || user_id || ': recorded ' || recorded || ' of ' || collected order by user_id)
             filter (where recorded > collected))[1:${EXAMPLES}] as examples
         from payers`,
  row: FINDINGS,
});

/**
 * The money that a failed deal has given up, and that of the deal which has taken it over. A chargeback may have taken
 * it from there.
 */
const COMPARE_CARRIED = statement({
  name: 'audit-carried-money',
  text: `with carried as (
           select deal.product_id, deal.id, deal.carried_over_cents as given, replacing.carried_cents as taken,
             replacing.charged_back_cents as lost
           from deals as deal
           left join replacement_orders as replacement
             on replacement.product_id = deal.product_id and replacement.deal_id = deal.id
               and replacement.replaced_by is not null
           left join deals as replacing
             on replacing.product_id = deal.product_id and replacing.id = replacement.replaced_by
           where deal.choice = 'replaced'
           union all
           select deal.product_id, deal.id, null, deal.carried_cents, 0
           from deals as deal
           where deal.carried_cents > 0 and not exists (
             select from replacement_orders as replacement
             where replacement.product_id = deal.product_id and replacement.replaced_by = deal.id
           )
         ), wrong as (
           select product_id, id from carried where (given between taken and taken + lost) is not true
         )
         select (select count(*) from carried)::int as checked, count(*)::int as violations,
           (array_agg('deal ' || product_id || '/' || id order by product_id, id))[1:${EXAMPLES}] as examples
         from wrong`,
  row: FINDINGS,
});

const CHECKS: readonly StatementCheck[] = [
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
  {
    title: 'no deal has more bank money than arrived',
    unit: 'payments by bank transfer',
    statement: COMPARE_BANK_MONEY,
  },
  {
    title: 'what the bank has done was booked or listed',
    unit: 'calls by bank transfer',
    statement: COMPARE_BANK_CALLS,
  },
  {
    title: 'lines without a deal wait, were booked once, or go back once',
    unit: 'lines of the bank',
    statement: COMPARE_UNMATCHED_LINES,
  },
  {
    title: 'outgoing money has the amount and the deal of its call',
    unit: 'payouts, refunds and credits by bank transfer',
    statement: COMPARE_REMITTANCES,
  },
  {
    title: 'penalties are shared only as far as they were collected',
    unit: 'users',
    statement: FIND_EXCESSIVE_SHARES,
  },
];

/** Compares the references and calls at the payment provider with users and deals. */
export function auditPayments(client: pg.ClientBase): Promise<CheckResult[]> {
  return runChecks(client, CHECKS);
}
