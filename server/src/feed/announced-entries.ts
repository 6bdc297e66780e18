import type pg from 'pg';
import { RowSet } from '../database/row-set.js';
import { int4, ints, json, type RowOf, statement, uuid } from '../database/statement.js';
import type { EntryChanges } from './change-kind.js';
import type { FeedEntry } from './entry.js';
import type { Position } from './entry-queue.js';

/** In the memory of the coordinator: no shard is asked. */
const READ_ANNOUNCEMENTS = statement({
  name: 'read-feed-announcements',
  text: 'select lane as stream, seq, products from feed_announcements',
  row: { stream: uuid, seq: int4, products: ints },
});

/** Each stream has its row before its first entry is committed. */
const READ_STREAMS = statement({
  name: 'read-feed-streams',
  text: 'select lane as stream from lanes',
  row: { stream: uuid },
});

type Announcement = RowOf<typeof READ_ANNOUNCEMENTS>;

/** The entries of a stream that are to be read. */
interface Range {
  readonly stream: string;
  readonly after: number;
  readonly last: number;
}

const RANGES = new RowSet<Range>({
  lane: [uuid, ({ stream }) => stream],
  after: [int4, ({ after }) => after],
  last: [int4, ({ last }) => last],
});

const FOUND = `select batch.lane as stream, batch.seq, batch.changes from ${RANGES.as('range')}
         join batches as batch on batch.lane = range.lane and batch.seq > range.after and batch.seq <= range.last`;
const ROW = { stream: uuid, seq: int4, changes: json<EntryChanges>() };

const READ_ENTRIES = statement({
  name: 'read-announced-feed-entries',
  text: `${FOUND} where batch.product_id = any($${RANGES.size + 2}::int4[])
         order by batch.lane, batch.seq limit $${RANGES.size + 1}`,
  row: ROW,
});

const READ_ENTRIES_OF_ALL_SHARDS = statement({
  name: 'read-feed-entries-of-all-shards',
  text: `${FOUND} order by batch.lane, batch.seq limit $${RANGES.size + 1}`,
  row: ROW,
});

const LAST_SEQ = 2_147_483_647;

/** A batch takes less; an entry that comes later belongs to one that was rolled back, or whose machine hangs. */
const SOON_MS = 15_000;
/** Between two looks for an entry that did not come soon. */
const LOOK_AGAIN_MS = 5_000;

/** A stream whose announced entry was not there. */
interface Awaited {
  readonly seq: number;
  readonly sinceMs: number;
  readonly lookedAtMs: number;
}

/**
 * Reads new entries of a distributed database from the shards that announcements name. Every entry is announced before
 * its commit, so at rest no shard is asked.
 */
export class AnnouncedEntries {
  /** The announced number of each stream; null before the first read. */
  private known: Map<string, number> | null = null;
  private awaited = new Map<string, Awaited>();

  /** @param nowMs a monotonic clock in milliseconds */
  constructor(
    private readonly pool: pg.Pool,
    private readonly limit: number,
    private readonly nowMs: () => number,
  ) {}

  /** Why the last read left out entries of some streams; null if it did not. */
  failure: unknown = null;

  /**
   * The next entries after a position, each stream in order and without gaps, about the limit at most. If a machine is
   * away, only the entries of the other machines, and `failure` is set.
   */
  async read(position: Position): Promise<FeedEntry[]> {
    this.failure = null;
    const announced = await this.readAnnouncements(position);
    if (!announced) {
      return this.readAll(position);
    }
    const ahead = announced.filter((one) => this.isDue(one));
    if (ahead.length === 0) {
      return [];
    }
    try {
      const entries = await this.readStreams(ahead, position);
      this.await(ahead, entries);
      return entries;
    } catch (error) {
      this.failure = error;
    }
    const entries: FeedEntry[] = [];
    for (const one of ahead) {
      entries.push(...(await this.readStreams([one], position).catch(() => [])));
    }
    return entries;
  }

  /** @returns the streams with entries after the position; null if some may have entries that nothing announces */
  private async readAnnouncements(position: Position): Promise<Announcement[] | null> {
    try {
      const announcements = await READ_ANNOUNCEMENTS.rows(this.pool);
      const isComplete = this.note(announcements);
      return isComplete ? announcements.filter(({ stream, seq }) => seq > (position.get(stream) ?? 0)) : null;
    } catch (error) {
      this.forget();
      throw error;
    }
  }

  /** True unless the entry did not come soon and was looked for a moment ago. */
  private isDue({ stream, seq }: Announcement): boolean {
    const awaited = this.awaited.get(stream);
    const nowMs = this.nowMs();
    return (
      awaited?.seq !== seq || nowMs - awaited.sinceMs < SOON_MS || nowMs - awaited.lookedAtMs >= LOOK_AGAIN_MS
    );
  }

  /** Notes which announced entries were not among those that were read. */
  private await(ahead: readonly Announcement[], entries: readonly FeedEntry[]): void {
    if (entries.length === this.limit) {
      return;
    }
    const nowMs = this.nowMs();
    const reached = new Map(entries.map(({ stream, seq }) => [stream, seq]));
    for (const { stream, seq } of ahead) {
      const before = this.awaited.get(stream);
      if ((reached.get(stream) ?? 0) >= seq) {
        this.awaited.delete(stream);
      } else {
        const sinceMs = before?.seq === seq ? before.sinceMs : nowMs;
        this.awaited.set(stream, { seq, sinceMs, lookedAtMs: nowMs });
      }
    }
  }

  private readStreams(ahead: readonly Announcement[], position: Position): Promise<FeedEntry[]> {
    const { pool } = this;
    const values = [...RANGES.values(rangesOf(ahead, position)), this.limit];
    const isNamed = ahead.every(
      ({ stream, seq, products }) => (position.get(stream) ?? 0) >= seq - products.length,
    );
    return isNamed
      ? READ_ENTRIES.rows(pool, [...values, [...new Set(ahead.flatMap(({ products }) => products))]])
      : READ_ENTRIES_OF_ALL_SHARDS.rows(pool, values);
  }

  private async readAll(position: Position): Promise<FeedEntry[]> {
    try {
      const rows = await READ_STREAMS.rows(this.pool);
      const streams = new Set([...position.keys(), ...rows.map(({ stream }) => stream)]);
      const ranges = [...streams].map((stream) => ({
        stream,
        after: position.get(stream) ?? 0,
        last: LAST_SEQ,
      }));
      const read = (last: (range: Range) => number) =>
        READ_ENTRIES_OF_ALL_SHARDS.rows(this.pool, [
          ...RANGES.values(ranges.map((range) => ({ ...range, last: last(range) }))),
          this.limit,
        ]);
      // A read of several shards is not a snapshot: a second one finds all entries before those of the first one.
      const found = new Map((await read(() => LAST_SEQ)).map(({ stream, seq }) => [stream, seq]));
      const entries = found.size > 0 ? await read(({ stream }) => found.get(stream) ?? 0) : [];
      if (entries.length === this.limit) {
        this.forget();
      }
      return entries;
    } catch (error) {
      this.forget();
      throw error;
    }
  }

  /** Announcements may have been lost: the next read asks all shards. */
  private forget(): void {
    this.known = null;
  }

  /** Notes the announcements. @returns false if earlier ones are missing, as after a crash of PostgreSQL */
  private note(announcements: readonly Announcement[]): boolean {
    const before = this.known;
    const known = new Map(announcements.map(({ stream, seq }) => [stream, seq]));
    this.known = known;
    this.awaited = new Map([...this.awaited].filter(([stream]) => known.has(stream)));
    return before !== null && [...before].every(([stream, seq]) => (known.get(stream) ?? 0) >= seq);
  }
}

function rangesOf(ahead: readonly Announcement[], position: Position): Range[] {
  return ahead.map(({ stream, seq }) => ({ stream, after: position.get(stream) ?? 0, last: seq }));
}
