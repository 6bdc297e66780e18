-- Live sales are compared with the last sale that counts, which the book does not know: it may be odd.
alter table books drop column last_trade_cents;
