import type pg from 'pg';
import { afterCommit, type Transaction, transaction } from '../../../database/transaction.js';
import type { Feed } from '../../../feed/feed.js';
import { Lane } from '../../../feed/lane.js';

/** A transaction in which sessions may end, or come to say something else. Only `SessionChanges` makes one. */
export type SessionTransaction = Transaction & { readonly tellsOfSessions: true };

const changedIn = new WeakMap<pg.ClientBase, Set<string>>();

/** Once this is committed, sessions of the user are over, or say something else. */
export function noteSessionsOf(tx: SessionTransaction, userId: string): void {
  changedIn.get(tx)?.add(userId);
}

/**
 * Tells every process whose sessions have changed, by a row of the feed in the same transaction: here before whoever
 * changed them has an answer, elsewhere when the feed is next read.
 */
export class SessionChanges {
  private lane = new Lane();
  private lastInLine: Promise<void> = Promise.resolve();

  constructor(
    private readonly pool: pg.Pool,
    private readonly feed: Pick<Feed, 'handOver' | 'doubt'>,
  ) {}

  /** Runs `work` as `transaction` does. */
  async transaction<Result>(work: (tx: SessionTransaction) => Promise<Result>): Promise<Result> {
    let leaveLine = () => {};
    try {
      return await transaction(this.pool, async (tx) => {
        const userIds = new Set<string>();
        changedIn.set(tx, userIds);
        const result = await work(tx as SessionTransaction);
        if (userIds.size > 0) {
          // The last thing before the commit: whoever is in line has all the locks that it needs.
          leaveLine = await this.standInLine();
          await this.tell(tx, [...userIds]);
        }
        return result;
      });
    } catch (error) {
      this.feed.doubt(); // it may be committed all the same
      throw error;
    } finally {
      leaveLine();
    }
  }

  private async tell(tx: Transaction, sessionsOf: readonly string[]): Promise<void> {
    const lane = this.lane.isFull ? new Lane() : this.lane;
    this.lane = new Lane(); // for the next one, unless this one is certainly committed
    const batch = lane.next({ books: [], notified: [], sessionsOf });
    await lane.save(tx, batch);
    afterCommit(tx, () => {
      lane.committed(batch);
      this.lane = lane;
      this.feed.handOver(batch);
    });
  }

  /** The rows of a lane are committed one after the other. @returns what lets the next one go on */
  private async standInLine(): Promise<() => void> {
    const before = this.lastInLine;
    let leave = () => {};
    this.lastInLine = new Promise((resolve) => {
      leave = resolve;
    });
    await before;
    return leave;
  }
}
