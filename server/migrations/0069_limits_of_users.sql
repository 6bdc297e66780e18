-- Limits that a member has set for one user, and what the user owes. Every batch of orders reads both with the user's
-- settings, so debts are copied from `money_sums` by each step that changes them.
alter table accounts
  add column max_open_orders integer check (max_open_orders >= 0),
  add column max_price_cents integer check (max_price_cents > 0),
  add column limited_at timestamptz,
  add column limited_by text,
  add column limit_reason text
    check (limit_reason in ('payments', 'fakes', 'fraud', 'conduct', 'request')),
  add constraint accounts_limits check (
    num_nulls(limited_at, limited_by, limit_reason) = case
      when num_nonnulls(max_open_orders, max_price_cents) = 0 then 3 else 0
    end
  ),
  add column debt_cents bigint not null default 0 check (debt_cents >= 0),
  -- Since when the debt has not been zero.
  add column owes_since timestamptz,
  -- Until then a member lets the user sell all the same, so that payouts can settle the debt.
  add column debt_deferred_until timestamptz,
  add constraint accounts_debt check ((debt_cents > 0) = (owes_since is not null)),
  add constraint accounts_deferral check (debt_deferred_until is null or debt_cents > 0);

update accounts as account
set debt_cents = debt.cents, owes_since = debt.since
from (
  select total.user_id,
    (total.penalty_cents + total.fees_owed_cents - total.settled_cents - total.credited_cents) as cents,
    coalesce(min(line.at), now()) as since
  from money_sums as total
  left join money_lines as line on line.user_id = total.user_id and line.kind in ('penalty', 'fees-owed')
  where total.penalty_cents + total.fees_owed_cents > total.settled_cents + total.credited_cents
  group by total.user_id
) as debt
where account.user_id = debt.user_id;
