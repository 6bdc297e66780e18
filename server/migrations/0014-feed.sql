-- The feed: what every batch of the matching engines did, for whatever follows the books. A lane is one connection of an
-- engine; its batches commit one after the other, so their numbers have no gaps and become visible in order.
create table lanes (
  lane uuid primary key,
  -- Renewed with a batch, at most every ten minutes: a lane that was not is over, or quiet.
  seen_at timestamptz not null
);

create table batches (
  lane uuid not null,
  seq integer not null check (seq > 0),
  -- One of the batch's, so that a table distributed by product keeps the batch with its rows.
  product_id integer not null,
  changes jsonb not null,
  at timestamptz not null,
  primary key (lane, seq, product_id)
);

create index batches_at on batches (at);

-- Packing a batch costs more than it saves: it is read within the second and gone within hours.
alter table batches alter column changes set storage external;

-- Who must miss nothing, and how far each has read each lane. A batch stays until all of them have passed it. Whoever
-- reads for one of them locks its row, so that it reads alone.
create table feed_readers (
  reader text primary key
);

create table feed_cursors (
  reader text not null references feed_readers (reader),
  lane uuid not null,
  seq integer not null,
  primary key (reader, lane)
);
