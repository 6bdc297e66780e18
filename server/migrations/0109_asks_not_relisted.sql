-- Whether an ask is placed again if its buyer does not pay: false if its seller has chosen otherwise, or else null.
alter table orders add column is_relisting boolean;
alter table orders add constraint orders_relisting check (is_relisting is null or side = 'ask' and not is_relisting);
alter table open_orders_of_users add column is_relisting boolean;
alter table vacation_asks add column is_relisting boolean;
