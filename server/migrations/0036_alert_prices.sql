-- Alerts are found by their prices: those of a popular product are not all read at each new ask.
create index watches_armed on watches (product_id, size, alert_cents) where alert_cents is not null and is_armed;
create index watches_disarmed on watches (product_id, size, alert_cents) where alert_cents is not null and not is_armed;
drop index watches_alerts;
