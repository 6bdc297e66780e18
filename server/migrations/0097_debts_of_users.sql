-- The users with a debt, and those with a credit that their debts do not use up (docs/deals.md, "Payments"): payments of
-- debts, and those that banks take back, count, too.
drop index money_sums_in_debt;
drop index money_sums_in_credit;
create index money_sums_in_debt on money_sums (user_id)
  where penalty_cents + fees_owed_cents + debt_charged_back_cents > settled_cents + credited_cents + debt_paid_cents;
create index money_sums_in_credit on money_sums (user_id)
  where settled_cents + credited_cents + debt_paid_cents > penalty_cents + fees_owed_cents + debt_charged_back_cents;
