import type pg from 'pg';
import { isDistributed, placedStatement } from '../database/citus.js';
import { RowSet } from '../database/row-set.js';
import { int4, json, type RowOf, statement, uuid } from '../database/statement.js';
import { type Transaction, transaction } from '../database/transaction.js';
import type { EntryChanges } from './change-kind.js';
import { type Consumer, lockConsumer, lockConsumerBriefly, lockFreeConsumer } from './consumer.js';
import { type FeedEntry, isReadable, UnreadableEntryError } from './entry.js';
import type { EntryQueue, Position } from './entry-queue.js';

const READ_CURSORS = statement({
  name: 'read-feed-cursors',
  text: 'select lane as stream, seq from feed_cursors where reader = $1 and lane = any($2::uuid[])',
  row: { stream: uuid, seq: int4 },
});

const READ_UNREAD_ENTRIES = placedStatement({
  name: 'read-unread-feed-entries',
  text: `select lanes.lane as stream, unread.seq, unread.changes, coalesce(passed.seq, 0) as passed
         from lanes
         left join feed_cursors as passed on passed.reader = $1 and passed.lane = lanes.lane
         cross join lateral (
           select batch.seq, batch.changes from batches as batch
           where batch.lane = lanes.lane and batch.seq > coalesce(passed.seq, 0)
           order by batch.seq limit $2
         ) as unread
         order by lanes.lane, unread.seq limit $2`,
  distributedText: `with known as materialized (
           select lanes.lane, coalesce(passed.seq, 0) as seq from lanes
           left join feed_cursors as passed on passed.reader = $1 and passed.lane = lanes.lane
         )
         select batch.lane as stream, batch.seq, batch.changes, known.seq as passed
         from known join batches as batch on batch.lane = known.lane and batch.seq > known.seq
         order by batch.lane, batch.seq limit $2`,
  row: { stream: uuid, seq: int4, changes: json<EntryChanges>(), passed: int4 },
});

const CURSORS = new RowSet<readonly [stream: string, seq: number]>({
  lane: [uuid, ([stream]) => stream],
  seq: [int4, ([, seq]) => seq],
});

const MOVE_CURSORS = statement({
  name: 'move-feed-cursors',
  text: `insert into feed_cursors (lane, seq, reader)
         select passed.lane, passed.seq, $3 from ${CURSORS.as('passed')}
         on conflict (reader, lane) do update set seq = excluded.seq`,
});

const ENTRIES_AT_ONCE = 100;

interface Options {
  /** True to wait while another process holds the consumer. */
  readonly waits?: boolean;
  /** True for a command that works alone: its transaction does not end because this process is slow. */
  readonly isPatient?: boolean;
}

interface ReadOptions extends Options {
  /** Called for each unreadable entry that is skipped; otherwise it would block all later ones. */
  readonly onUnreadable?: (error: UnreadableEntryError) => void;
}

/**
 * Lets a consumer process the next entries of the table, exactly once in the database whatever fails.
 * @returns true if there may be more; 'taken' while another process holds the consumer, or its entries wait for others
 * @throws UnreadableEntryError without `onUnreadable`
 */
export function consumeNext(
  pool: pg.Pool,
  consumer: Consumer,
  { onUnreadable, ...options }: ReadOptions = {},
): Promise<boolean | 'taken'> {
  return alone(pool, consumer, options, async (tx) => {
    const { entries, isFull } = await readUnread(tx, consumer.name);
    const wanted = readableOf(entries, onUnreadable).filter((entry) => consumer.wants(entry));
    await consumeAndPass(tx, consumer, wanted, positionAfter(entries));
    return isFull && entries.length === 0 ? 'taken' : isFull;
  });
}

type UnreadEntry = RowOf<typeof READ_UNREAD_ENTRIES.plain>;

interface Unread {
  readonly entries: readonly UnreadEntry[];
  /** True if there may be more, of these or of other streams. */
  readonly isFull: boolean;
}

async function readUnread(tx: Transaction, consumer: string): Promise<Unread> {
  const read = () => READ_UNREAD_ENTRIES.on(tx).rows(tx, [consumer, ENTRIES_AT_ONCE]);
  const found = await read();
  const isTwice = isDistributed(tx) && found.length > 0;
  const foundLast = isTwice ? await read() : found;
  return {
    entries: isTwice ? withoutGaps(foundLast, positionAfter(found)) : found,
    isFull: foundLast.length === ENTRIES_AT_ONCE,
  };
}

/**
 * A read of several shards is not a snapshot. It may find an entry, but miss the one before it in a shard that was read
 * earlier. A second read finds all entries before those of the first one, unless a machine failed during their commit.
 * Then their stream waits for them.
 */
function withoutGaps(entries: readonly UnreadEntry[], limit: Position): UnreadEntry[] {
  const end = new Map<string, number>();
  return entries.filter(({ stream, seq, passed }) => {
    const last = end.get(stream) ?? (passed > 0 ? passed : seq - 1);
    const isNext = seq === last + 1 && seq <= (limit.get(stream) ?? 0);
    end.set(stream, isNext ? seq : last);
    return isNext;
  });
}

function positionAfter(entries: readonly FeedEntry[]): Position {
  return new Map(entries.map(({ stream, seq }) => [stream, seq]));
}

/**
 * Lets a consumer process what this process has queued for it, just as `consumeNext` does, without reading entries.
 * @returns true once the queued entries are passed; 'taken' while another process holds the consumer; 'missed' if the
 *   table has earlier entries that are not in the queue
 */
export async function consumeQueued(
  pool: pg.Pool,
  consumer: Consumer,
  queue: EntryQueue,
  options: Options = {},
): Promise<true | 'taken' | 'missed'> {
  const queued = queue.content();
  const outcome = await alone(pool, consumer, options, async (tx) => {
    const rows = await READ_CURSORS.rows(tx, [consumer.name, queued.streams]);
    const cursors = new Map(rows.map(({ stream, seq }) => [stream, seq]));
    if (!queued.continues(cursors)) {
      return 'missed';
    }
    const ahead = [...queued.end].filter(([stream, seq]) => seq > (cursors.get(stream) ?? 0));
    await consumeAndPass(tx, consumer, queued.after(cursors), new Map(ahead));
    return true;
  });
  if (outcome === true) {
    queue.remove(queued.end);
  }
  return outcome;
}

/** Runs a transaction in which no other process works as this consumer. The cursors have to be read after its lock. */
function alone<Result>(
  pool: pg.Pool,
  { name }: Consumer,
  { waits = false, isPatient = false }: Options,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result | 'taken'> {
  return transaction(pool, async (tx) => {
    if (isPatient) {
      await lockConsumer(tx, name);
    } else if (waits) {
      await lockConsumerBriefly(tx, name);
    } else if (!(await lockFreeConsumer(tx, name))) {
      return 'taken';
    }
    return work(tx);
  });
}

async function consumeAndPass(
  tx: Transaction,
  consumer: Consumer,
  entries: readonly FeedEntry[],
  passed: Position,
): Promise<void> {
  if (entries.length > 0) {
    await consumer.consume(tx, entries);
  }
  if (passed.size > 0) {
    await MOVE_CURSORS.send(tx, [...CURSORS.values([...passed]), consumer.name]);
  }
}

function readableOf(
  entries: readonly FeedEntry[],
  onUnreadable: ((error: UnreadableEntryError) => void) | undefined,
): FeedEntry[] {
  return entries.filter((entry) => {
    if (isReadable(entry)) {
      return true;
    }
    const error = new UnreadableEntryError(entry);
    if (!onUnreadable) {
      throw error;
    }
    onUnreadable(error);
    return false;
  });
}
