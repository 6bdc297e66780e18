/** Fewer than the connections of the pool, so that a running read rarely waits for a connection. */
const READS_AT_WORK = 8;
/** With orders waiting: the fewer reads run at once, the sooner an order's turn comes on the thread that they share. */
const READS_BESIDE_ORDERS = 3;
/** Fewer orders in progress share one batch. */
const FEW_ORDERS = 4;
/** Equal to the number of connections for session checks. */
export const SESSION_CHECKS_AT_WORK = 3;

/** How many reads may run at once beside these orders in progress. */
export function readsAtWork(ordersInProgress: number): number {
  return areOrdersWaiting(ordersInProgress) ? READS_BESIDE_ORDERS : READS_AT_WORK;
}

/** True if orders in progress wait for each other. */
export function areOrdersWaiting(ordersInProgress: number): boolean {
  return ordersInProgress > FEW_ORDERS;
}

/** Runs work in a visitor's slot. */
export type RunInSlot = <Result>(visitor: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * A fair queue over all clients: a bounded number of requests run at once, and slots go round robin to the waiting
 * clients. A light user waits for at most one request of each other client.
 */
export class FairQueue {
  private atWork = 0;
  /** The waiting clients, in the order of their next slot. */
  private readonly lines = new Map<string, (() => void)[]>();

  /**
   * @param atOnce the number of slots; if it grows, the new ones are used with the next request that comes or leaves
   */
  constructor(private readonly atOnce: number | (() => number)) {}

  /**
   * Calls `begin` when the request gets a slot, at once or later.
   * @returns a function that releases the slot or leaves the queue, and may be called twice
   */
  take(visitor: string, begin: () => void): () => void {
    let state: 'waiting' | 'at work' | 'over' = 'waiting';
    const enter = () => {
      state = 'at work';
      this.atWork += 1;
      begin();
    };
    const line = this.lines.get(visitor) ?? [];
    line.push(enter);
    this.lines.set(visitor, line);
    this.callNext();
    return () => {
      const before = state;
      state = 'over';
      if (before === 'at work') {
        this.atWork -= 1;
        this.callNext();
      } else if (before === 'waiting') {
        this.dropFrom(visitor, enter);
      }
    };
  }

  /** Runs the work in the visitor's slot. */
  async run<Result>(visitor: string, work: () => Promise<Result>): Promise<Result> {
    let leave = () => {};
    await new Promise<void>((begin) => {
      leave = this.take(visitor, begin);
    });
    try {
      return await work();
    } finally {
      leave();
    }
  }

  private callNext(): void {
    const atOnce = typeof this.atOnce === 'number' ? this.atOnce : this.atOnce();
    for (let [next] = this.lines; next && this.atWork < atOnce; [next] = this.lines) {
      const [visitor, line] = next;
      const enter = line.shift();
      // Moves to the end of the queue, if it has more requests.
      this.lines.delete(visitor);
      if (line.length > 0) {
        this.lines.set(visitor, line);
      }
      enter?.();
    }
  }

  private dropFrom(visitor: string, enter: () => void): void {
    const rest = (this.lines.get(visitor) ?? []).filter((each) => each !== enter);
    if (rest.length > 0) {
      this.lines.set(visitor, rest);
    } else {
      this.lines.delete(visitor);
    }
  }
}
