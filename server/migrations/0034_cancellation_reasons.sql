-- Cancelled orders in the feed have a reason. Consumers still read entries of the version before.
update batches
set changes = replace(changes::text, '"isByHouse": true', '"reason": "platform"')::jsonb
where changes::text like '%"isByHouse": true%';
