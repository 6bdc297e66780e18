-- The users with a credit that their debts do not use up (docs/deals.md, "Payments").
create index money_sums_in_credit on money_sums (user_id)
  where settled_cents + credited_cents > penalty_cents + fees_owed_cents;
