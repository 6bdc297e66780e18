import { MAX_STALE_MS, RECOMPUTED_FROM } from '../cache/cached-value.js';
import type { Clock } from '../clock/clock.js';
import type { FairQueue, RunInSlot } from '../http/fair-queue.js';

/** How long pages may be stale, from no load to the highest. */
const STEPS_MS = [250, 500, 1_000, MAX_STALE_MS] as const;
/**
 * A page that takes longer than this share of the current step moves to the next step. Recomputing starts at
 * `RECOMPUTED_FROM`, so it ends at 80 % of the step, before visitors have to wait.
 */
const MAX_WAIT_SHARE = 0.8 - RECOMPUTED_FROM;
/** No more pages are recomputed in the background: a visitor who needs one of them waits for those before it. */
const MAX_UNDER_WAY = 20;
/** The time without load after which the limit falls by a step. */
const FALLS_AFTER_MS = 1_000;

/** How long a served page may be stale: longer while pages wait long for their slot and their rendering. */
export class PageAge {
  private step = 0;
  private fallsAtMs = 0;
  /** When the pages in the queue and at work were asked for, oldest first. */
  private readonly underWay = new Set<{ readonly sinceMs: number }>();

  constructor(
    private readonly clock: Pick<Clock, 'steadyMs'>,
    private readonly slots: Pick<FairQueue, 'run'>,
  ) {}

  /** Runs the producer of a page in its slot. */
  readonly runInSlot: RunInSlot = async (visitor, work) => {
    const page = { sinceMs: this.clock.steadyMs() };
    this.underWay.add(page);
    try {
      return await this.slots.run(visitor, work);
    } finally {
      // Counts the wait of this page while it is still in the set.
      this.maxMs();
      this.underWay.delete(page);
    }
  };

  /** False while too many pages are asked for to recompute one that no visitor waits for. */
  canRecompute(): boolean {
    return this.underWay.size < MAX_UNDER_WAY;
  }

  /** How long a page may be stale now. */
  maxMs(): number {
    const nowMs = this.clock.steadyMs();
    const needed = this.neededStep(nowMs);
    if (needed < this.step && nowMs >= this.fallsAtMs) {
      const steps = 1 + Math.floor((nowMs - this.fallsAtMs) / FALLS_AFTER_MS);
      this.step = Math.max(needed, this.step - steps);
      this.fallsAtMs = nowMs + FALLS_AFTER_MS;
    } else if (needed >= this.step) {
      this.step = needed;
      this.fallsAtMs = nowMs + FALLS_AFTER_MS;
    }
    return STEPS_MS[this.step] ?? MAX_STALE_MS;
  }

  private neededStep(nowMs: number): number {
    const [oldest] = this.underWay;
    const waitMs = oldest ? nowMs - oldest.sinceMs : 0;
    const step = STEPS_MS.findIndex((ageMs) => waitMs <= ageMs * MAX_WAIT_SHARE);
    return step < 0 ? STEPS_MS.length - 1 : step;
  }
}
