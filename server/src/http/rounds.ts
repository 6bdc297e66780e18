/** Fewer than the pool has connections to the database, so that a read at work rarely waits for one as well. */
export const READS_AT_WORK = 8;
/** As many as there are connections for session checks. */
export const SESSION_CHECKS_AT_WORK = 3;

/** Has work done in the turn of a visitor. */
export type InTurn = <Result>(visitor: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Lets a bounded number of requests of everybody be at work, and calls the next in rounds: one of each visitor, then one
 * of each again. Whoever asks for little waits for one request of every other visitor at most, however much those want.
 */
export class Rounds {
  private atWork = 0;
  /** Whoever waits, in the order of their next turn. */
  private readonly lines = new Map<string, (() => void)[]>();

  constructor(private readonly atOnce: number) {}

  /**
   * Calls `begin` when it is the request's turn, at once or later.
   * @returns what ends the turn or leaves the line, and may be called twice
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

  /** Runs the work in the visitor's turn. */
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
    const [first] = this.lines;
    if (this.atWork >= this.atOnce || !first) {
      return;
    }
    const [visitor, line] = first;
    const enter = line.shift();
    // Behind everybody else, if there is more to come.
    this.lines.delete(visitor);
    if (line.length > 0) {
      this.lines.set(visitor, line);
    }
    enter?.();
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
