import type pg from 'pg';
import { placedStatement } from '../database/citus.js';
import { statement } from '../database/statement.js';
import type { Maintenance } from '../process/maintenance.js';
import { sweepOut } from '../process/sweep.js';

const SWEEP_INTERVAL_MS = 60_000;
/** Without consumers, every entry counts as passed. */
const MAX_SEQ = 2_147_483_647;

const PASSED = `passed as materialized (
           select lanes.lane, (
             select min(coalesce(cursor.seq, 0)) from feed_readers as consumer
             left join feed_cursors as cursor on cursor.reader = consumer.reader and cursor.lane = lanes.lane
           ) as seq
           from lanes
         )`;

/** Old entries that every consumer has passed, the first of each stream; on a distributed database, all at once. */
const DELETE_OLD_ENTRIES = placedStatement({
  name: 'delete-old-feed-entries',
  text: `with ${PASSED}
         delete from batches as batch using (
           select old.* from passed
           cross join lateral (
             select lane, seq, product_id from batches
             where lane = passed.lane and seq <= coalesce(passed.seq, ${MAX_SEQ}) and at < now() - interval '1 hour'
             order by seq limit $1
           ) as old
           limit $1
         ) as old
         where batch.lane = old.lane and batch.seq = old.seq and batch.product_id = old.product_id`,
  distributedText: `with ${PASSED}
         delete from batches as batch using passed
         where batch.lane = passed.lane and batch.seq <= coalesce(passed.seq, ${MAX_SEQ})
           and batch.at < now() - interval '1 hour' and $1::int4 > 0`,
});

/** Old entries that cannot be read, since the row of their stream is missing. */
const RESTORE_STREAMS = statement({
  name: 'restore-feed-streams',
  text: `with old as materialized (
           select distinct lane from batches where at < now() - interval '1 hour'
         )
         insert into lanes (lane, seen_at)
         select old.lane, now() from old where not exists (select from lanes where lanes.lane = old.lane)
         on conflict (lane) do nothing`,
});

const USED = 'used as materialized (select distinct lane from batches)';

/** A stream in use is marked with an entry, at most every ten minutes. */
const DELETE_OLD_STREAMS = placedStatement({
  name: 'delete-old-feed-streams',
  text: `delete from lanes
         where seen_at < now() - interval '2 hours'
           and not exists (select from batches as batch where batch.lane = lanes.lane)`,
  distributedText: `with ${USED} delete from lanes
         where seen_at < now() - interval '2 hours' and not exists (select from used where used.lane = lanes.lane)`,
});

const DELETE_OLD_CURSORS = placedStatement({
  name: 'delete-old-feed-cursors',
  text: `delete from feed_cursors as passed
         where not exists (select from lanes where lanes.lane = passed.lane)
           and not exists (select from batches as batch where batch.lane = passed.lane)`,
  distributedText: `with ${USED} delete from feed_cursors as passed
         where not exists (select from lanes where lanes.lane = passed.lane)
           and not exists (select from used where used.lane = passed.lane)`,
});

const DELETE_OLD_ANNOUNCEMENTS = statement({
  name: 'delete-old-feed-announcements',
  text: `delete from feed_announcements as stream
         where not exists (select from lanes where lanes.lane = stream.lane)`,
});

/** Maintenance every minute: deletes old entries. */
export function oldEntriesMaintenance(pool: pg.Pool): Maintenance {
  return {
    work: () => deleteOldEntries(pool),
    everyMs: SWEEP_INTERVAL_MS,
    failure: 'old entries of the feed were not deleted',
  };
}

/** Deletes entries older than an hour that every consumer has passed, and their streams. */
export async function deleteOldEntries(pool: pg.Pool): Promise<void> {
  await sweepOut(pool, DELETE_OLD_ENTRIES.on(pool));
  await RESTORE_STREAMS.run(pool);
  await DELETE_OLD_STREAMS.on(pool).run(pool);
  await DELETE_OLD_CURSORS.on(pool).run(pool);
  await DELETE_OLD_ANNOUNCEMENTS.run(pool);
}
