import type { Batch } from '../feed/batch.js';

/** So many users at most, which is little memory; whoever has ordered longest ago is forgotten first. */
const MOST_USERS = 20_000;
/** Nothing is known to make a count wrong; should something do so, it is read anew after this. */
const KNOWN_FOR_MS = 10 * 60_000;

interface Known {
  inAll: number;
  readonly readAtMs: number;
  /** The batch that has read it, and when. */
  readonly by: number;
  readonly learntAt: number;
}

/**
 * How many open orders users have, as this server has read it and has changed it since: counting them anew for every
 * order costs more the more there are. What other servers do is learnt from the feed, so of theirs it is what it was a
 * moment ago. Where several batches are under way at once, a count that may lack what another has changed meanwhile, or
 * may have it already, is not kept.
 */
export class OpenOrderCounts {
  private readonly users = new Map<string, Known>();
  /** Counts what happens here, so that it can be told what came first. */
  private now = 0;
  /** When the orders of these users last changed, as far as it is remembered. */
  private readonly changedAt = new Map<string, number>();
  /** Of whoever is not among them, nothing has changed since. */
  private nothingSince = 0;

  constructor(private readonly nowMs: () => number) {}

  /** A batch begins. @returns what it is known by here */
  begin(): number {
    this.now += 1;
    return this.now;
  }

  /** Undefined where it has to be read. */
  inAll(userId: string): number | undefined {
    const known = this.users.get(userId);
    return known && this.nowMs() - known.readAtMs < KNOWN_FOR_MS ? known.inAll : undefined;
  }

  /** What a batch has just read. */
  learn(userId: string, inAll: number, batch: number): void {
    this.users.delete(userId);
    if ((this.changedAt.get(userId) ?? this.nothingSince) > batch) {
      return;
    }
    this.now += 1;
    this.users.set(userId, { inAll, readAtMs: this.nowMs(), by: batch, learntAt: this.now });
    if (this.users.size > MOST_USERS) {
      this.users.delete(this.users.keys().next().value as string);
    }
  }

  /** What a batch of this server has changed, once it is committed. */
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

  /** Another server has changed orders of these users. */
  forgetUsersOf({ changes }: Batch): void {
    for (const { orders } of changes.books) {
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
    this.changedAt.delete(userId);
    this.changedAt.set(userId, this.now);
    if (this.changedAt.size > MOST_USERS) {
      const [oldest, at] = this.changedAt.entries().next().value as [string, number];
      this.changedAt.delete(oldest);
      this.nothingSince = at;
    }
  }
}
