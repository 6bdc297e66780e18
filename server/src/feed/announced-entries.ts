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

/**
 * Reads new entries of a distributed database from the shards that announcements name. Every entry is announced by its
 * own transaction, so at rest no shard is asked.
 */
export class AnnouncedEntries {
  /** The announced number of each stream; null before the first read. */
  private known: Map<string, number> | null = null;

  constructor(
    private readonly pool: pg.Pool,
    private readonly limit: number,
  ) {}

  /** Why the last read left out entries of some streams; null if it did not. */
  failure: unknown = null;

  /**
   * The next entries after a position, each stream in order and without gaps, about the limit at most. If a machine is
   * away, only the entries of the other machines, and `failure` is set.
   */
  async read(position: Position): Promise<FeedEntry[]> {
    this.failure = null;
    const ahead = await this.readAnnouncements(position);
    if (!ahead) {
      return this.readAll(position);
    }
    if (ahead.length === 0) {
      return [];
    }
    try {
      return await this.readStreams(ahead, position);
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
      const streams = new Set([...position.keys(), ...(this.known ?? new Map()).keys()]);
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
    return before !== null && [...before].every(([stream, seq]) => (known.get(stream) ?? 0) >= seq);
  }
}

function rangesOf(ahead: readonly Announcement[], position: Position): Range[] {
  return ahead.map(({ stream, seq }) => ({ stream, after: position.get(stream) ?? 0, last: seq }));
}
