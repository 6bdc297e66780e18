import type pg from 'pg';
import { statement } from '../database/statement.js';
import type { Upkeep } from '../process/upkeep.js';

const SWEEP_INTERVAL_MS = 60_000;

/** Old entries that every consumer has passed. */
const DELETE_OLD_BATCHES = statement({
  name: 'delete-old-batches',
  text: `delete from batches as batch
         where batch.at < now() - interval '1 hour'
           and not exists (
             select from feed_readers as keeper
             where not exists (
               select from feed_cursors as passed
               where passed.reader = keeper.reader and passed.lane = batch.lane and passed.seq >= batch.seq
             )
           )`,
});

/** Old entries that cannot be read, since the row of their stream is missing. */
const RESTORE_LANES = statement({
  name: 'restore-lanes',
  text: `insert into lanes (lane, seen_at)
         select distinct batch.lane, now() from batches as batch
         where batch.at < now() - interval '1 hour'
           and not exists (select from lanes where lanes.lane = batch.lane)
         on conflict (lane) do nothing`,
});

/** A stream in use is marked with a batch, at most every ten minutes. */
const DELETE_OLD_LANES = statement({
  name: 'delete-old-lanes',
  text: `delete from lanes
         where seen_at < now() - interval '2 hours'
           and not exists (select from batches as batch where batch.lane = lanes.lane)`,
});

const DELETE_OLD_CURSORS = statement({
  name: 'delete-old-cursors',
  text: `delete from feed_cursors as passed
         where not exists (select from lanes where lanes.lane = passed.lane)
           and not exists (select from batches as batch where batch.lane = passed.lane)`,
});

/** Maintenance every minute: deletes old entries. */
export function oldBatchesUpkeep(pool: pg.Pool): Upkeep {
  return {
    work: () => forgetOldBatches(pool),
    everyMs: SWEEP_INTERVAL_MS,
    failure: 'old batches were not deleted',
  };
}

/** Deletes entries older than an hour that every consumer has passed, and their streams. */
export async function forgetOldBatches(pool: pg.Pool): Promise<void> {
  await DELETE_OLD_BATCHES.run(pool);
  await RESTORE_LANES.run(pool);
  await DELETE_OLD_LANES.run(pool);
  await DELETE_OLD_CURSORS.run(pool);
}
