/** Maximum jitter before a read: a change reaches many browsers at once. */
const SPREAD_MS = 150;
/** The pause after a failed read. */
const RETRY_MS = 5_000;

export interface ReadTimes {
  /** A response may be this old after a change. */
  readonly lagMs: number;
  /** The minimum time from the start of a read to the next wait. */
  readonly pauseMs: number;
}

/**
 * Reads after changes, one read at a time, so that the last read includes the last change. A failed read is repeated.
 */
export class LaggedReads {
  private running: Promise<void> | null = null;
  private isDirty = false;
  private isOver = false;

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
    this.running ??= this.run();
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
      const [outcome] = await Promise.allSettled([this.isOver || this.read(), after(this.times.pauseMs)]);
      if (outcome.status === 'rejected') {
        this.isDirty = true;
        await after(RETRY_MS);
      }
    }
    this.running = null;
  }
}

function after(ms: number): Promise<void> {
  return ms > 0 ? new Promise((done) => setTimeout(done, ms)) : Promise.resolve();
}
