import type pg from 'pg';
import { afterCommit, type Transaction, transaction } from '../../../database/transaction.js';
import type { Feed } from '../../../feed/feed.js';
import type { FeedStream } from '../../../feed/feed-stream.js';
import { CHANGED_SESSIONS } from '../../changed-sessions.js';

/** A transaction in which sessions may end or change their content. Only `SessionChanges` creates one. */
export type SessionTransaction = Transaction & { readonly announcesSessions: true };

const changedIn = new WeakMap<pg.ClientBase, Set<string>>();

/** Records that this transaction ends or changes sessions of the user. */
export function noteSessionsOf(tx: SessionTransaction, userId: string): void {
  changedIn.get(tx)?.add(userId);
}

/**
 * Notifies all processes of changed sessions by a feed entry in the same transaction. This process knows before the
 * caller gets its answer; the others when they next read the feed.
 */
export class SessionChanges {
  private stream: FeedStream;
  private lastInLine: Promise<void> = Promise.resolve();

  constructor(
    private readonly pool: pg.Pool,
    private readonly feed: Pick<Feed, 'handOver' | 'newStream' | 'doubt'>,
  ) {
    this.stream = feed.newStream();
  }

  /** Runs `work` in a transaction, as `transaction` does. */
  async transaction<Result>(work: (tx: SessionTransaction) => Promise<Result>): Promise<Result> {
    let leaveLine = () => {};
    try {
      return await transaction(this.pool, async (tx) => {
        const userIds = new Set<string>();
        changedIn.set(tx, userIds);
        const result = await work(tx as SessionTransaction);
        if (userIds.size > 0) {
          // Last before the commit: a transaction in the queue already has all the locks it needs.
          leaveLine = await this.acquireOrder();
          await this.tell(tx, [...userIds]);
        }
        return result;
      });
    } catch (error) {
      this.feed.doubt(); // it may have been committed all the same
      throw error;
    } finally {
      leaveLine();
    }
  }

  private async tell(tx: Transaction, userIds: readonly string[]): Promise<void> {
    const stream = this.stream.isFull ? this.feed.newStream() : this.stream;
    this.stream = this.feed.newStream(); // for the next one, unless this one is certainly committed
    const batch = stream.next(CHANGED_SESSIONS.of(userIds));
    await stream.save(tx, batch);
    afterCommit(tx, () => {
      stream.committed(batch);
      this.stream = stream;
      this.feed.handOver(batch);
    });
  }

  /** Entries of a stream are committed in order. @returns a function that lets the next one proceed */
  private async acquireOrder(): Promise<() => void> {
    const before = this.lastInLine;
    let leave = () => {};
    this.lastInLine = new Promise((resolve) => {
      leave = resolve;
    });
    await before;
    return leave;
  }
}
