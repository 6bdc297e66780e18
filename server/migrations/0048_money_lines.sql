-- The money of users, by deal and by kind (`core/src/deals/own-money.ts`): what the transfers of a deal mean for each of
-- its parties. Each step writes what it has changed. Lines of nothing are deleted.
create table money_lines (
  deal_id uuid not null,
  user_id text not null,
  kind text not null,
  product_id integer not null,
  place text not null check (place in ('held', 'due', 'in-flight', 'paid', 'owed')),
  cents integer not null check (cents > 0),
  -- The time of the step that changed it last.
  at timestamptz not null,
  primary key (deal_id, user_id, kind)
);

-- Pages of a user's lines, newest first: all, and those of one place.
create index money_lines_of_user on money_lines (user_id, at, deal_id, kind);
create index money_lines_by_place on money_lines (user_id, place, at, deal_id, kind);

-- The sums of each user's lines. A payout locks the row of its user, so that a debt is netted once.
create table money_sums (
  user_id text primary key,
  payment_held_cents bigint not null default 0,
  collecting_cents bigint not null default 0,
  refund_owed_cents bigint not null default 0,
  refund_on_its_way_cents bigint not null default 0,
  refunded_cents bigint not null default 0,
  spent_cents bigint not null default 0,
  sale_held_cents bigint not null default 0,
  payout_owed_cents bigint not null default 0,
  payout_on_its_way_cents bigint not null default 0,
  paid_out_cents bigint not null default 0,
  fees_owed_cents bigint not null default 0,
  settled_cents bigint not null default 0,
  credited_cents bigint not null default 0,
  penalty_cents bigint not null default 0
);

-- The deals until now, as `own-money.ts` derives their lines.
insert into money_lines (deal_id, user_id, kind, product_id, place, cents, at)
with flows as (
  select product_id, deal_id,
    coalesce(sum(amount_cents) filter (where from_account = 'provider'
      and to_account in ('collecting', 'held', 'owed-buyer', 'refunding', 'losses')), 0)
      - coalesce(sum(amount_cents) filter (where to_account = 'provider'
        and from_account in ('collecting', 'held', 'owed-buyer', 'refunding', 'losses')), 0) as from_buyer,
    sum(amount_cents) filter (where from_account = 'receivable-seller' and to_account = 'held') as fees,
    sum(amount_cents) filter (where from_account = 'owed-seller' and to_account = 'receivable-seller') as settled,
    sum(amount_cents) filter (where from_account = 'provider' and to_account = 'receivable-buyer') as credited_buyer,
    sum(amount_cents) filter (where from_account = 'provider' and to_account = 'receivable-seller') as credited_seller,
    sum(amount_cents) filter (where from_account = 'receivable-buyer' and to_account = 'penalties') as buyers_penalty,
    sum(amount_cents) filter (where from_account = 'receivable-seller' and to_account = 'penalties') as sellers_penalty
  from transfers group by product_id, deal_id
)
select deal.id, line.user_id, line.kind, deal.product_id, line.place, line.cents, deal.at
from deals as deal
join trades as trade on trade.product_id = deal.product_id and trade.id = deal.id
join flows on flows.product_id = deal.product_id and flows.deal_id = deal.id
cross join lateral (values
  (trade.buyer_id, 'payment-held', 'held', deal.held_cents),
  (trade.buyer_id, 'collecting', 'in-flight', deal.collecting_cents),
  (trade.buyer_id, 'refund-owed', 'due', deal.owed_buyer_cents),
  (trade.buyer_id, 'refund-on-its-way', 'in-flight', deal.refunding_cents),
  (trade.buyer_id, 'refunded', 'paid', deal.refunded_cents),
  (trade.buyer_id, 'spent', 'paid', flows.from_buyer
    - deal.held_cents - deal.collecting_cents - deal.owed_buyer_cents - deal.refunding_cents),
  (trade.buyer_id, 'credited', 'due', flows.credited_buyer),
  (trade.buyer_id, 'penalty', 'owed', flows.buyers_penalty),
  (trade.seller_id, 'sale-held', 'held',
    case when deal.state in ('paid', 'shipped', 'received', 'objectable') then trade.seller_total_cents end),
  (trade.seller_id, 'payout-owed', 'due', deal.owed_seller_cents),
  (trade.seller_id, 'payout-on-its-way', 'in-flight', deal.paying_out_cents),
  (trade.seller_id, 'paid-out', 'paid', deal.paid_out_cents),
  (trade.seller_id, 'fees-owed', 'owed', flows.fees),
  (trade.seller_id, 'settled', 'owed', flows.settled),
  (trade.seller_id, 'credited', 'due', flows.credited_seller),
  (trade.seller_id, 'penalty', 'owed', flows.sellers_penalty)
) as line (user_id, kind, place, cents)
where line.cents > 0;

insert into money_sums (user_id,
  payment_held_cents, collecting_cents, refund_owed_cents, refund_on_its_way_cents, refunded_cents,
  spent_cents, sale_held_cents, payout_owed_cents, payout_on_its_way_cents, paid_out_cents,
  fees_owed_cents, settled_cents, credited_cents, penalty_cents)
select user_id,
  coalesce(sum(cents) filter (where kind = 'payment-held'), 0),
  coalesce(sum(cents) filter (where kind = 'collecting'), 0),
  coalesce(sum(cents) filter (where kind = 'refund-owed'), 0),
  coalesce(sum(cents) filter (where kind = 'refund-on-its-way'), 0),
  coalesce(sum(cents) filter (where kind = 'refunded'), 0),
  coalesce(sum(cents) filter (where kind = 'spent'), 0),
  coalesce(sum(cents) filter (where kind = 'sale-held'), 0),
  coalesce(sum(cents) filter (where kind = 'payout-owed'), 0),
  coalesce(sum(cents) filter (where kind = 'payout-on-its-way'), 0),
  coalesce(sum(cents) filter (where kind = 'paid-out'), 0),
  coalesce(sum(cents) filter (where kind = 'fees-owed'), 0),
  coalesce(sum(cents) filter (where kind = 'settled'), 0),
  coalesce(sum(cents) filter (where kind = 'credited'), 0),
  coalesce(sum(cents) filter (where kind = 'penalty'), 0)
from money_lines group by user_id;
