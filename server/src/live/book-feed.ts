import type { BookFeedEvent, ResetReason } from '@perkex/contract/book-feed.js';
import { BOOK_CHANGES } from '../books/book-changes.js';
import type { FeedEntry } from '../feed/entry.js';
import type { Subscriber } from '../feed/feed.js';
import { type FeedFormat, type FeedMessage, feedText, messagesText } from './book-feed-events.js';
import type { EventStream } from './event-stream.js';
import { type FeedFilter, FeedPosition } from './feed-position.js';
import { FeedTail } from './feed-tail.js';
import type { BookFeedReads, Cut } from './read-book-feed.js';

/** How often new entries are looked for while something has happened, with one statement for all readers. */
const LOOK_EVERY_MS = 100;
/** Pages of snapshots are read one at a time, in a third of the time, so that orders take precedence. */
const REST_PER_PAGE = 2;

type Reads = Pick<BookFeedReads, 'position' | 'cut' | 'page' | 'resume'>;

/** A reader of the feed: first of a snapshot, page by page, then of the cuts of all readers. */
class FeedReader {
  private state: 'snapshot' | 'resume' | 'following' = 'snapshot';
  /** The position of its own reading; null once it has nothing more than the cuts that it got. */
  private position: FeedPosition | null = null;
  /** The number of the next cut that it gets. */
  private next = 0;
  private lastProduct = 0;
  /** Why the next page begins a snapshot. */
  private resetReason: ResetReason | null = 'begin';
  /** Changes with each snapshot. */
  private snapshots = 0;

  constructor(
    readonly stream: EventStream,
    private readonly filter: FeedFilter,
    private readonly format: FeedFormat,
    resumeAfter: string | undefined,
  ) {
    if (resumeAfter !== undefined) {
      this.position = FeedPosition.of(resumeAfter, filter);
      this.state = 'resume';
    }
  }

  /** True if it waits for data that only it needs, and can take it. */
  get needsRead(): boolean {
    return this.state !== 'following' && this.stream.isReady;
  }

  /** Begins a snapshot: what the reader has is not enough for what comes next. */
  restart(reason: ResetReason): void {
    this.snapshots += 1;
    this.state = 'snapshot';
    this.position = null;
    this.lastProduct = 0;
    this.resetReason = reason;
  }

  /** Sends the next page, or what was missed. A failure leaves everything as it was. */
  read(reads: Reads, tail: FeedTail): Promise<void> {
    return this.state === 'resume' ? this.readMissed(reads, tail) : this.readPage(reads, tail);
  }

  /** Sends the cuts that it does not have yet, as fast as it reads them. */
  follow(tail: FeedTail): void {
    while (this.state === 'following' && this.next < tail.end && this.stream.isReady) {
      const cut = tail.at(this.next);
      if (!cut) {
        this.restart('too-slow');
        return;
      }
      this.next += 1;
      const isNew = this.position === null || cut.messages.some((message) => !this.has(message));
      this.stream.send(
        this.position === null && this.filter === null ? tail.textOf(cut, this.format) : this.textOf(cut),
      );
      // Each later cut is new as a whole.
      this.position = isNew ? null : this.position;
    }
  }

  /** Shows that the stream is alive, and where to resume. */
  heartbeat(tail: FeedTail, position: FeedPosition): void {
    if (this.stream.isReady) {
      const isUpToDate = this.state === 'following' && this.next === tail.end;
      this.stream.send(this.eventText({ type: 'heartbeat' }, isUpToDate ? position : undefined));
    }
  }

  private async readMissed(reads: Reads, tail: FeedTail): Promise<void> {
    const { snapshots } = this;
    const next = tail.end;
    const cut = this.position && (await reads.resume(this.position));
    if (this.snapshots !== snapshots) {
      return;
    }
    if (!cut) {
      this.restart('too-old');
      return;
    }
    this.position = null;
    this.stream.send(this.textOf(cut));
    this.followFrom(next, cut.position);
  }

  private async readPage(reads: Reads, tail: FeedTail): Promise<void> {
    const { snapshots } = this;
    const next = tail.end;
    const after = this.position ?? (await reads.position());
    const page = await reads.page(after, this.filter, this.lastProduct);
    if (this.snapshots !== snapshots) {
      return;
    }
    if (!page) {
      this.restart('missed');
      return;
    }
    const { resetReason } = this;
    const isLast = page.lastProduct === null;
    this.stream.send(
      [
        ...(resetReason ? [this.eventText({ type: 'reset', reason: resetReason })] : []),
        ...page.changes.map((message) => message.textFor(this.format)),
        ...page.books.map((book) => this.eventText(book)),
        ...(isLast ? [this.eventText({ type: 'ready' }, page.position)] : []),
      ].join(''),
    );
    this.resetReason = null;
    this.position = page.position;
    this.lastProduct = page.lastProduct ?? 0;
    if (isLast) {
      this.followFrom(next, page.position);
    }
  }

  private followFrom(next: number, position: FeedPosition): void {
    this.next = next;
    this.position = position;
    this.state = 'following';
  }

  /** True for a message that it has: a cut may have begun before the reader's own reading. */
  private has({ stream, seq }: FeedMessage): boolean {
    return this.position?.has(stream, seq) ?? false;
  }

  private textOf({ messages, position }: Cut): string {
    const wanted = messages.filter(
      (message) => !this.has(message) && (this.filter?.has(message.productId) ?? true),
    );
    return messagesText(wanted, this.format, position.idFor(this.filter));
  }

  private eventText(event: BookFeedEvent, position?: FeedPosition): string {
    return feedText(this.format, event, position?.idFor(this.filter));
  }
}

/**
 * The public feed of all orders of all books, without users. Each reader has the books as of one snapshot of the
 * database after another, whichever server it reads from: the position in the feed is its own, and no process numbers
 * anything (design of the cuts: docs/programs.md).
 */
export class BookFeed implements Subscriber {
  private readonly readers = new Set<FeedReader>();
  private tail: FeedTail;
  /** The end of the tail; null without readers. */
  private position: FeedPosition | null = null;
  private isDue = true;
  private isLooking = false;
  private isReading = false;
  private timer: NodeJS.Timeout | null = null;
  private isOver = false;

  constructor(
    private readonly reads: Reads,
    private readonly onFailure: (error: unknown) => void,
    private readonly keptMessages?: number,
  ) {
    this.tail = new FeedTail(keptMessages);
  }

  /** @param resumeAfter the id of the last event that the reader has; absent for a snapshot */
  open(stream: EventStream, filter: FeedFilter, format: FeedFormat, resumeAfter: string | undefined): void {
    const reader = new FeedReader(stream, filter, format, resumeAfter);
    this.readers.add(reader);
    stream.onClose(() => {
      this.readers.delete(reader);
      this.stopIfAlone();
    });
    this.timer ??= setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
    void this.look();
  }

  onEntry({ changes }: FeedEntry): void {
    this.isDue ||= BOOK_CHANGES.in(changes).length > 0;
  }

  /** The tail reads the table itself, so it has missed nothing. */
  onMissed(): void {
    this.isDue = true;
  }

  /**
   * Reads what is new and sends it to all who follow. Everything that is lost by a failure is read by the next look.
   */
  async look(): Promise<void> {
    if (this.isLooking || this.readers.size === 0) {
      return;
    }
    this.isLooking = true;
    try {
      if (this.position === null) {
        this.position = await this.reads.position();
      } else if (this.isDue) {
        this.isDue = false;
        await this.readCut(this.position);
      }
      for (const reader of this.readers) {
        reader.follow(this.tail);
      }
    } catch (error) {
      this.isDue = true;
      this.onFailure(error);
    } finally {
      this.isLooking = false;
    }
    void this.readNext();
  }

  /** Shows idle readers that they are alive, with ids that are not too old. */
  async heartbeat(): Promise<void> {
    this.isDue ||= this.readers.size > 0;
    await this.look();
    for (const reader of this.readers) {
      if (this.position) {
        reader.heartbeat(this.tail, this.position);
      }
    }
  }

  close(): void {
    this.isOver = true;
    clearInterval(this.timer ?? undefined);
    for (const { stream } of this.readers) {
      stream.end();
    }
  }

  /** Forgets everything once there are no readers. */
  private stopIfAlone(): void {
    if (this.readers.size === 0) {
      clearInterval(this.timer ?? undefined);
      this.timer = null;
      this.position = null;
      this.tail = new FeedTail(this.keptMessages);
      this.isDue = true;
    }
  }

  private async readCut(after: FeedPosition): Promise<void> {
    const { tail } = this;
    const cut = await this.reads.cut(after);
    if (this.tail !== tail) {
      return; // all readers have left in the meantime
    }
    if (cut) {
      this.position = cut.position.withoutEnded();
      if (cut.messages.length > 0) {
        tail.add(cut);
      }
      return;
    }
    this.position = await this.reads.position();
    for (const reader of this.readers) {
      reader.restart('missed');
    }
  }

  /** Reads the next page of one reader, in turns. */
  private async readNext(): Promise<void> {
    const reader = [...this.readers].find(({ needsRead }) => needsRead);
    if (!reader || this.position === null || this.isReading || this.isOver) {
      return;
    }
    this.isReading = true;
    // The next turn is another reader's.
    this.readers.delete(reader);
    this.readers.add(reader);
    const begunMs = performance.now();
    try {
      await reader.read(this.reads, this.tail);
    } catch (error) {
      this.onFailure(error);
    }
    const restMs = REST_PER_PAGE * (performance.now() - begunMs);
    setTimeout(() => {
      this.isReading = false;
      void this.readNext();
    }, restMs).unref();
  }
}
