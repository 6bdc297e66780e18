import type pg from 'pg';
import { RowSet } from '../database/row-set.js';
import { int4, ints, json, type RowOf, statement, text, uuid } from '../database/statement.js';
import type { EntryChanges } from './change-kind.js';
import type { FeedEntry } from './entry.js';
import type { Position } from './entry-queue.js';

/** In the memory of the coordinator: no shard is asked. */
const READ_ANNOUNCEMENTS = statement({
  name: 'read-feed-announcements',
  text: 'select lane as stream, seq, products, xmin::text as version from feed_announcements',
  row: { stream: uuid, seq: int4, products: ints, version: text },
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

/** A batch takes less: an entry that is missing for longer was rolled back, or its machine is away. */
const SOON_MS = 15_000;
/** Between two looks for an entry that did not come soon. */
const LOOK_AGAIN_MS = 5_000;
/** After announcements were lost, a batch that had made one may still commit for this time. */
const UNTIL_COMMITTED_MS = 30_000;

/** A stream whose announced entry was not there. */
interface Missing {
  readonly version: string;
  readonly sinceMs: number;
  readonly lookedAtMs: number;
}

/**
 * Reads new entries of a distributed database from the shards that announcements name. Every entry is announced before
 * its commit, so at rest no shard is asked. An entry that comes later than soon is found a few seconds after its commit.
 */
export class AnnouncedEntries {
  /** The announced number of each stream; null before the first read. */
  private known: Map<string, number> | null = null;
  private missing = new Map<string, Missing>();
  /** When all shards are asked again after announcements were lost. */
  private askAllAtMs = Number.POSITIVE_INFINITY;

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
    const late = announced.filter((one) => this.isLate(one));
    const entries = await this.readSoon(
      announced.filter((one) => !late.includes(one)),
      position,
    );
    const due = late.filter((one) => this.isDueAgain(one));
    // Their machine may be away, for which nothing else waits.
    return [...entries, ...(await this.lookFor(due, position).catch(() => this.noteMissing(due, [])))];
  }

  private async readSoon(ahead: readonly Announcement[], position: Position): Promise<FeedEntry[]> {
    try {
      return await this.lookFor(ahead, position);
    } catch (error) {
      this.failure = error;
    }
    const entries: FeedEntry[] = [];
    for (const one of ahead) {
      entries.push(...(await this.lookFor([one], position).catch(() => this.noteMissing([one], []))));
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

  /** True if the entry did not come soon after its announcement, which each repeated batch makes again. */
  private isLate({ stream, version }: Announcement): boolean {
    const missing = this.missing.get(stream);
    return missing?.version === version && this.nowMs() - missing.sinceMs >= SOON_MS;
  }

  private isDueAgain({ stream }: Announcement): boolean {
    return this.nowMs() - (this.missing.get(stream)?.lookedAtMs ?? 0) >= LOOK_AGAIN_MS;
  }

  private async lookFor(ahead: readonly Announcement[], position: Position): Promise<FeedEntry[]> {
    if (ahead.length === 0) {
      return [];
    }
    const entries = await this.readStreams(ahead, position);
    return entries.length === this.limit ? entries : this.noteMissing(ahead, entries);
  }

  /** Notes which announced entries were not among those that were read. @returns these */
  private noteMissing(ahead: readonly Announcement[], entries: FeedEntry[]): FeedEntry[] {
    const nowMs = this.nowMs();
    const reached = new Map(entries.map(({ stream, seq }) => [stream, seq]));
    for (const { stream, seq, version } of ahead) {
      const before = this.missing.get(stream);
      if ((reached.get(stream) ?? 0) >= seq) {
        this.missing.delete(stream);
      } else {
        const sinceMs = before?.version === version ? before.sinceMs : nowMs;
        this.missing.set(stream, { version, sinceMs, lookedAtMs: nowMs });
      }
    }
    return entries;
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

  /**
   * Notes the announcements.
   * @returns false if earlier ones are missing, as after a crash of PostgreSQL, and once more a while later
   */
  private note(announcements: readonly Announcement[]): boolean {
    const before = this.known;
    const known = new Map(announcements.map(({ stream, seq }) => [stream, seq]));
    this.known = known;
    this.missing = new Map([...this.missing].filter(([stream]) => known.has(stream)));
    const isComplete =
      before !== null && [...before].every(([stream, seq]) => (known.get(stream) ?? 0) >= seq);
    const nowMs = this.nowMs();
    if (isComplete && nowMs < this.askAllAtMs) {
      return true;
    }
    this.askAllAtMs = isComplete ? Number.POSITIVE_INFINITY : nowMs + UNTIL_COMMITTED_MS;
    return false;
  }
}

function rangesOf(ahead: readonly Announcement[], position: Position): Range[] {
  return ahead.map(({ stream, seq }) => ({ stream, after: position.get(stream) ?? 0, last: seq }));
}
