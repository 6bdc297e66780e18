import { LRUCache } from 'lru-cache';
import { BOOK_CHANGES } from '../books/book-changes.js';
import type { FeedEntry } from '../feed/entry.js';

/** The maximum number of users, which bounds memory; the least recent are evicted first. */
const MAX_USERS = 20_000;
/** A safeguard: no cause of a wrong count is known, but a count is read again after this time. */
const KNOWN_FOR_MS = 10 * 60_000;

interface Known {
  inAll: number;
  readonly readAtMs: number;
  /** The batch that read it, and the time on `now`. */
  readonly by: number;
  readonly learntAt: number;
}

/**
 * The numbers of open orders of users, as read by this server and updated since: counting them for every order costs
 * more the more there are. Changes by other servers arrive through the feed, a moment late. A count is dropped if
 * concurrent batches make it uncertain which changes it includes.
 */
export class OpenOrderCounts {
  private readonly users = new LRUCache<string, Known>({ max: MAX_USERS });
  /** A logical clock that orders the events here. */
  private now = 0;
  /** The time of the last change of these users' orders, as far as remembered, in the order of the changes. */
  private readonly changedAt = new LRUCache<string, number>({
    max: MAX_USERS,
    dispose: (at, _userId, reason) => {
      if (reason === 'evict') {
        this.nothingSince = at;
      }
    },
  });
  /** Users not in `changedAt` have had no change since this time. */
  private nothingSince = 0;

  constructor(private readonly nowMs: () => number) {}

  /** Starts a batch. @returns its id here */
  begin(): number {
    this.now += 1;
    return this.now;
  }

  /** The number in all books; undefined if it must be read. */
  inAll(userId: string): number | undefined {
    const known = this.users.get(userId);
    return known && this.nowMs() - known.readAtMs < KNOWN_FOR_MS ? known.inAll : undefined;
  }

  /** Stores a number that a batch has just read. */
  learn(userId: string, inAll: number, batch: number): void {
    this.users.delete(userId);
    if ((this.changedAt.peek(userId) ?? this.nothingSince) > batch) {
      return;
    }
    this.now += 1;
    this.users.set(userId, { inAll, readAtMs: this.nowMs(), by: batch, learntAt: this.now });
  }

  /** Applies the changes of a committed batch of this server. */
  change(delta: ReadonlyMap<string, number>, batch: number): void {
    for (const [userId, change] of delta) {
      const known = this.users.get(userId);
      if (known && known.by !== batch && known.learntAt > batch) {
        this.users.delete(userId);
      } else if (known) {
        known.inAll += change;
      }
      this.note(userId);
    }
  }

  /** Drops the counts of users whose orders another server has changed. */
  forgetUsersOf({ changes }: FeedEntry): void {
    for (const { orders } of BOOK_CHANGES.in(changes)) {
      for (const { userId } of orders) {
        this.users.delete(userId);
        this.note(userId);
      }
    }
  }

  forgetAll(): void {
    this.now += 1;
    this.users.clear();
    this.changedAt.clear();
    this.nothingSince = this.now;
  }

  private note(userId: string): void {
    this.now += 1;
    this.changedAt.set(userId, this.now);
  }
}
