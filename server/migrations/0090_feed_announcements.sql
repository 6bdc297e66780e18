-- On a database distributed by product: the newest entries that each stream of the feed has or may soon have, and the
-- products whose shards hold them. A stream announces an entry before its commit, so that readers ask only these shards, and
-- none while nothing happens. Without a log: after a crash of PostgreSQL readers ask all shards once.
create unlogged table feed_announcements (
  lane uuid primary key,
  -- The number of the newest entry.
  seq integer not null,
  -- Of the newest entries, the last for `seq`.
  products integer[] not null
);
