import { MAX_EVENTS_PAGE } from '@perkex/contract/events.js';
import type pg from 'pg';
import { readLastNumbers, readUserEvents } from '../drop-copy/read-user-events.js';
import type { FeedEntry } from '../feed/entry.js';
import type { Subscriber } from '../feed/feed.js';
import { isRefusal } from '../http/problems.js';
import { CHANGED_SESSIONS } from '../identity/changed-sessions.js';
import { type EventStream, eventText } from './event-stream.js';

/** How often a process looks for new events of its readers, with one statement. */
export const LOOK_EVERY_MS = 500;

/** The reader of one drop copy. It gets every event, as fast as it reads. */
class Reader {
  private isSending = false;

  /** @param after the number of the last event that it has */
  constructor(
    readonly stream: EventStream,
    readonly userId: string,
    private after: number,
    private readonly isSignedIn: () => Promise<boolean>,
  ) {}

  /** Sends what follows until the number, unless the reader is slow: then the rest waits for the next call. */
  async sendUntil(pool: pg.Pool, last: number): Promise<void> {
    if (this.isSending) {
      return;
    }
    this.isSending = true;
    try {
      while (this.after < last && this.stream.isReady) {
        const read = await readUserEvents(pool, this.userId, this.after, MAX_EVENTS_PAGE);
        if (isRefusal(read)) {
          this.stream.end(); // it has to know what it misses: its next request is refused
          return;
        }
        if (!(await this.check())) {
          return;
        }
        this.stream.send(
          read.events.map((event) => eventText(event.kind, event, String(event.number))).join(''),
        );
        this.after = read.events.at(-1)?.number ?? last;
      }
    } finally {
      this.isSending = false;
    }
  }

  /** Ends the stream if its session or key is over, or the lookup fails. */
  async check(): Promise<boolean> {
    const isSignedIn = await this.isSignedIn().catch(() => false);
    if (!isSignedIn) {
      this.stream.end();
    }
    return isSignedIn;
  }
}

/** The streams of drop copies in this process. */
export class UserEventStreams implements Subscriber {
  private readonly readers = new Set<Reader>();
  private isLooking = false;

  constructor(
    private readonly pool: pg.Pool,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  /**
   * @param after the number of the last event that the reader has
   * @param isSignedIn whether the session or key still belongs to this user
   */
  open(stream: EventStream, userId: string, after: number, isSignedIn: () => Promise<boolean>): void {
    const reader = new Reader(stream, userId, after, isSignedIn);
    this.readers.add(reader);
    stream.onClose(() => this.readers.delete(reader));
    void this.look();
  }

  /** Sends new events. Everything that is lost by a failure is sent by the next look. */
  async look(): Promise<void> {
    if (this.isLooking || this.readers.size === 0) {
      return;
    }
    this.isLooking = true;
    try {
      const readers = [...this.readers];
      const last = await readLastNumbers(this.pool, [...new Set(readers.map(({ userId }) => userId))]);
      await Promise.all(readers.map((reader) => reader.sendUntil(this.pool, last.get(reader.userId) ?? 0)));
    } catch (error) {
      this.onFailure(error);
    } finally {
      this.isLooking = false;
    }
  }

  onEntry({ changes }: FeedEntry): void {
    const changed = CHANGED_SESSIONS.in(changes);
    for (const reader of this.readers) {
      if (changed.includes(reader.userId)) {
        void reader.check();
      }
    }
  }

  onMissed(): void {
    for (const reader of this.readers) {
      void reader.check();
    }
  }

  /** Shows readers with a valid session that their stream is alive. */
  async comment(): Promise<void> {
    for (const reader of [...this.readers]) {
      if (await reader.check()) {
        reader.stream.comment();
      }
    }
  }

  close(): void {
    for (const { stream } of this.readers) {
      stream.end();
    }
  }
}
