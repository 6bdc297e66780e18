-- The products that traded in an entry of the feed; null in entries of earlier versions. The days of a product need the entries not yet read, and open only those in which it traded.
alter table batches add column traded_ids integer[];
