/** Maximum jitter before a read: a change reaches many browsers at once. */
const SPREAD_MS = 150;

export interface ReadTimes {
  /** A response may be this old after a change. */
  readonly lagMs: number;
  /** The minimum time between a read and the next wait. */
  readonly pauseMs: number;
}

/** Reads after changes, one read at a time, so that the last read includes the last change. */
export class LaggedReads {
  private running: Promise<void> | null = null;
  private isDirty = false;
  private isOver = false;

  /** @param read its failure is ignored: the next change reads again */
  constructor(
    private readonly read: () => Promise<unknown>,
    private readonly times: ReadTimes,
    private readonly random: () => number = Math.random,
  ) {}

  /**
   * Reads `lagMs` after a change, or if a read is pending or has just ended, once more after its pause.
   * @returns resolves when no read is due any longer
   */
  onChange(): Promise<void> {
    this.isDirty = true;
    this.running ??= this.run().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  /** No further read begins. */
  stop(): void {
    this.isOver = true;
  }

  private async run(): Promise<void> {
    await after(this.random() * SPREAD_MS);
    while (this.isDirty && !this.isOver) {
      this.isDirty = false;
      await after(this.times.lagMs);
      await Promise.allSettled([this.isOver || this.read(), after(this.times.pauseMs)]);
    }
  }
}

function after(ms: number): Promise<void> {
  return ms > 0 ? new Promise((done) => setTimeout(done, ms)) : Promise.resolve();
}
