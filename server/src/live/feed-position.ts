import { createHash } from 'node:crypto';

/** The part of the market that a reader of the feed wants; null for all of it. */
export type FeedFilter = ReadonlySet<number> | null;

interface EntryPlace {
  readonly stream: string;
  readonly seq: number;
}

/** An entry, with the database's time of it in milliseconds since 1970. */
interface TimedEntry extends EntryPlace {
  readonly atMs: number;
}

/**
 * An id leaves out streams that have been idle for so long. Their entries are deleted after an hour, and an id with a
 * stream that has none is taken for one of another database. Later entries of such a stream are found by their times,
 * as those of a new stream (`READ_ENTRIES`), which are ten minutes later than those before the id.
 */
const IDLE_MS = 20 * 60_000;
/** The entries of a stream that has been idle for so long are deleted. */
const ENDED_MS = 2 * 3_600_000;

const VERSION = 1;
const FILTER_BYTES = 6;
const TIME_BYTES = 6;
const STREAM_BYTES = 16;
const HEAD_BYTES = 1 + FILTER_BYTES + TIME_BYTES;
const ENTRY_BYTES = STREAM_BYTES + 4;

/**
 * A position in the whole feed: the number of the last entry that was read of each of its streams. Everything that was
 * committed before one snapshot of the database is before the position, and nothing else.
 */
export class FeedPosition {
  /** @param bookStreams the streams that have changes of books; only these are part of an id, unless they are idle */
  constructor(
    /** By the clock of the server that read it, in milliseconds since 1970. */
    readonly atMs: number,
    readonly seqByStream: ReadonlyMap<string, number>,
    readonly bookStreams: ReadonlySet<string>,
    /** The times of the last entries, where they are known. */
    private readonly newestMs: ReadonlyMap<string, number> = new Map(),
  ) {}

  /** True if the entry is before the position. */
  has(stream: string, seq: number): boolean {
    return seq <= (this.seqByStream.get(stream) ?? 0);
  }

  /**
   * The position after more entries.
   * @param withBooks those of them that change books
   */
  after(atMs: number, entries: readonly TimedEntry[], withBooks: readonly EntryPlace[]): FeedPosition {
    const seqs = entries.map(({ stream, seq }) => [stream, seq] as const);
    const times = entries.map((entry) => [entry.stream, entry.atMs] as const);
    return new FeedPosition(
      atMs,
      new Map([...this.seqByStream, ...seqs]),
      new Set([...this.bookStreams, ...withBooks.map(({ stream }) => stream)]),
      new Map([...this.newestMs, ...times]),
    );
  }

  /** The position without the streams that have ended, for a server that keeps it for days. */
  withoutEnded(): FeedPosition {
    const isRecent = (stream: string) => !this.isIdle(stream, ENDED_MS);
    if ([...this.seqByStream.keys()].every(isRecent)) {
      return this;
    }
    return new FeedPosition(
      this.atMs,
      new Map([...this.seqByStream].filter(([stream]) => isRecent(stream))),
      new Set([...this.bookStreams].filter(isRecent)),
      new Map([...this.newestMs].filter(([stream]) => isRecent(stream))),
    );
  }

  private isIdle(stream: string, forMs: number): boolean {
    return (this.newestMs.get(stream) ?? this.atMs) < this.atMs - forMs;
  }

  /**
   * The position with what a later one knows of the streams that do not change books, and are in no id, and of the
   * times of entries: where they are later ones, these are still to be read.
   */
  withOthersOf({ seqByStream, bookStreams, newestMs }: FeedPosition): FeedPosition {
    const others = [...seqByStream].filter(
      ([stream]) => !bookStreams.has(stream) && !this.seqByStream.has(stream),
    );
    const seqs = new Map([...this.seqByStream, ...others]);
    return new FeedPosition(this.atMs, seqs, this.bookStreams, newestMs);
  }

  /** The id with which a reader of this part of the market resumes here, on any server. */
  idFor(filter: FeedFilter): string {
    const streams = [...this.bookStreams].filter((stream) => !this.isIdle(stream, IDLE_MS)).sort();
    const bytes = Buffer.alloc(HEAD_BYTES + streams.length * ENTRY_BYTES);
    bytes.writeUInt8(VERSION, 0);
    digestOf(filter).copy(bytes, 1);
    bytes.writeUIntBE(this.atMs, 1 + FILTER_BYTES, TIME_BYTES);
    streams.forEach((stream, index) => {
      const start = HEAD_BYTES + index * ENTRY_BYTES;
      bytes.write(stream.replaceAll('-', ''), start, 'hex');
      bytes.writeUInt32BE(this.seqByStream.get(stream) ?? 0, start + STREAM_BYTES);
    });
    return bytes.toString('base64url');
  }

  /** The position of an id, or null if it is none, or of a reader of another part of the market. */
  static of(id: string, filter: FeedFilter): FeedPosition | null {
    const bytes = Buffer.from(id, 'base64url');
    const count = (bytes.length - HEAD_BYTES) / ENTRY_BYTES;
    if (!Number.isInteger(count) || count < 0 || bytes.readUInt8(0) !== VERSION) {
      return null;
    }
    if (!digestOf(filter).equals(bytes.subarray(1, 1 + FILTER_BYTES))) {
      return null;
    }
    const seqs = new Map(
      Array.from({ length: count }, (_, index) => {
        const start = HEAD_BYTES + index * ENTRY_BYTES;
        const stream = uuidOf(bytes.toString('hex', start, start + STREAM_BYTES));
        return [stream, Math.min(bytes.readUInt32BE(start + STREAM_BYTES), 2 ** 31 - 1)] as const;
      }),
    );
    return new FeedPosition(bytes.readUIntBE(1 + FILTER_BYTES, TIME_BYTES), seqs, new Set(seqs.keys()));
  }
}

function uuidOf(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function digestOf(filter: FeedFilter): Buffer {
  const text = filter ? [...filter].sort((one, other) => one - other).join(',') : 'all';
  return createHash('sha256').update(text).digest().subarray(0, FILTER_BYTES);
}
