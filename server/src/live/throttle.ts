/** Throttled keys, with one timer for all of them. Their pauses end in the order in which they began. */
export class Throttle<Key> {
  private readonly endMsOf = new Map<Key, number>();
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly onOver: (key: Key) => void) {}

  has(key: Key): boolean {
    return this.endMsOf.has(key);
  }

  begin(key: Key, forMs: number): void {
    this.endMsOf.set(key, performance.now() + forMs);
    this.timer ??= this.wakeIn(forMs);
  }

  /** Cancels all pauses without calling back. */
  close(): void {
    clearTimeout(this.timer ?? undefined);
    this.timer = null;
    this.endMsOf.clear();
  }

  private wakeIn(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.endDue(), Math.ceil(ms)).unref();
  }

  private endDue(): void {
    const nowMs = performance.now();
    for (const [key, endMs] of this.endMsOf) {
      if (endMs - nowMs >= 1) {
        this.timer = this.wakeIn(endMs - nowMs);
        return;
      }
      this.endMsOf.delete(key);
      this.onOver(key);
    }
    this.timer = null;
  }
}
