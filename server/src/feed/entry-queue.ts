import type { FeedEntry } from './entry.js';

/** How far each stream has been read: the number of its last entry, by stream. */
export type Position = ReadonlyMap<string, number>;

/** The entries of one stream that a queue covers, those without interest included. */
interface Range {
  readonly first: number;
  readonly last: number;
}

/** More than a consumer falls behind by while it works. An entry has at most a few hundred orders. */
export const MAX_QUEUED = 200;

/**
 * The entries that were delivered to a consumer of this process and wait for it. They follow each other without gaps in
 * each stream; if one is missing, or too many wait, the queue drops all and its owner reads them from the table.
 */
export class EntryQueue {
  private entries: FeedEntry[] = [];
  private readonly ranges = new Map<string, Range>();
  private isComplete = false;

  /** True if entries were missed or dropped, also at the start: the consumer has to read the table. */
  get isBehind(): boolean {
    return !this.isComplete;
  }

  /** True if no entry waits, wanted or not. */
  get isEmpty(): boolean {
    return this.ranges.size === 0;
  }

  /** The number of wanted entries. */
  get size(): number {
    return this.entries.length;
  }

  add(entry: FeedEntry, isWanted: boolean): void {
    if (!this.isComplete) {
      return;
    }
    const { stream, seq } = entry;
    const range = this.ranges.get(stream) ?? { first: seq, last: seq - 1 };
    if (seq !== range.last + 1 || (isWanted && this.entries.length === MAX_QUEUED)) {
      this.drop();
      return;
    }
    this.ranges.set(stream, { first: range.first, last: seq });
    if (isWanted) {
      this.entries.push(entry);
    }
  }

  /** Drops all entries. None is added before `restart`. */
  drop(): void {
    this.isComplete = false;
    this.entries = [];
    this.ranges.clear();
  }

  /** Adds entries from here on. Call it before the table is read. */
  restart(): void {
    this.drop();
    this.isComplete = true;
  }

  /** The waiting entries, unaffected by later changes of the queue. */
  content(): QueuedEntries {
    return new QueuedEntries([...this.entries], new Map(this.ranges));
  }

  /** Removes entries that the consumer has passed. */
  remove(passed: Position): void {
    const isPassed = ({ stream, seq }: { stream: string; seq: number }) => seq <= (passed.get(stream) ?? 0);
    this.entries = this.entries.filter((entry) => !isPassed(entry));
    for (const [stream, { first, last }] of this.ranges) {
      const seq = passed.get(stream) ?? 0;
      if (last <= seq) {
        this.ranges.delete(stream);
      } else if (first <= seq) {
        this.ranges.set(stream, { first: seq + 1, last });
      }
    }
  }
}

/** A snapshot of a queue. */
class QueuedEntries {
  constructor(
    private readonly entries: readonly FeedEntry[],
    private readonly ranges: ReadonlyMap<string, Range>,
  ) {}

  get streams(): string[] {
    return [...this.ranges.keys()];
  }

  /** The position once all entries are consumed. */
  get end(): Position {
    return new Map([...this.ranges].map(([stream, { last }]) => [stream, last]));
  }

  /** True if these entries continue where the cursors are, or before: none in between is missing. */
  continues(cursors: Position): boolean {
    return [...this.ranges].every(([stream, { first }]) => first <= (cursors.get(stream) ?? 0) + 1);
  }

  /** The wanted entries after the cursors. */
  after(cursors: Position): FeedEntry[] {
    return this.entries.filter(({ stream, seq }) => seq > (cursors.get(stream) ?? 0));
  }
}
