import type { Batch } from '../feed/batch.js';

/** So many users at most, which is little memory; whoever has ordered longest ago is forgotten first. */
const MOST_USERS = 20_000;
/** The feed tells at once what other servers have changed: this is for the case that it fails to. */
const KNOWN_FOR_MS = 10 * 60_000;

interface Known {
  inAll: number;
  readonly readAtMs: number;
}

/**
 * How many open orders users have, as this server has read it and has changed it since: counting them anew for every
 * order costs more the more there are. What other servers do is learnt from the feed, so of theirs it is what it was a
 * moment ago.
 */
export class OpenOrderCounts {
  private readonly users = new Map<string, Known>();

  constructor(private readonly nowMs: () => number) {}

  /** Undefined where it has to be read. */
  inAll(userId: string): number | undefined {
    const known = this.users.get(userId);
    return known && this.nowMs() - known.readAtMs < KNOWN_FOR_MS ? known.inAll : undefined;
  }

  /** What was just read. */
  learn(userId: string, inAll: number): void {
    this.users.delete(userId);
    this.users.set(userId, { inAll, readAtMs: this.nowMs() });
    if (this.users.size > MOST_USERS) {
      this.users.delete(this.users.keys().next().value as string);
    }
  }

  /** What a batch of this server has changed, once it is committed. */
  change(delta: ReadonlyMap<string, number>): void {
    for (const [userId, change] of delta) {
      const known = this.users.get(userId);
      if (known) {
        known.inAll += change;
      }
    }
  }

  /** Another server has changed orders of these users. */
  forgetUsersOf({ changes }: Batch): void {
    for (const { orders } of changes.books) {
      for (const { userId } of orders) {
        this.users.delete(userId);
      }
    }
  }

  forgetAll(): void {
    this.users.clear();
  }
}
