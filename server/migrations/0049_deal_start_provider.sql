-- The payment provider with which deals started: another one has neither their payments nor their payouts.
alter table deal_start add column provider text not null default 'play' check (provider in ('play', 'stripe', 'bank'));
alter table deal_start alter column provider drop default;
