import type { Clock } from '../clock/clock.js';
import type { FairQueue, RunInSlot } from '../http/fair-queue.js';
import { MAX_STALE_MS, RECOMPUTED_FROM } from './cached-value.js';

/** How long pages may be stale, from no load to the highest. */
const PAGE_STEPS_MS = [250, 500, 1_000, MAX_STALE_MS] as const;
/** The same for the calls of strangers. They are never stale while reads get their slots at once. */
const CALL_STEPS_MS = [0, ...PAGE_STEPS_MS] as const;
/**
 * A response that takes longer than this share of the current step moves to the next step. Recomputing starts at
 * `RECOMPUTED_FROM`, so it ends at 80 % of the step, before visitors have to wait.
 */
const MAX_WAIT_SHARE = 0.8 - RECOMPUTED_FROM;
/** A shorter wait is no sign of load. */
const MIN_WAIT_MS = 50;
/** No more responses are recomputed in the background: a visitor who needs one of them waits for those before it. */
const MAX_UNDER_WAY = 20;
/**
 * How fast the limit falls without load. If it fell at once, all pages that were fresh enough before would have to be
 * rendered for their next visitors; so most are rendered in the background first.
 */
const FALL_A_SECOND_MS = 500;

interface Options {
  readonly clock: Pick<Clock, 'steadyMs'>;
  readonly slots: Pick<FairQueue, 'run'>;
  /** True while orders wait for each other: as few responses as possible are then made. */
  readonly isPressed?: () => boolean;
}

/** How long a response may be stale: longer while responses wait long for their slots. */
export class StaleLimit {
  private limitMs = 0;
  private limitAtMs = 0;
  /** When the responses that count were asked for, oldest first. */
  private readonly underWay = new Set<{ readonly sinceMs: number }>();

  private constructor(
    private readonly options: Options,
    private readonly stepsMs: readonly number[],
    /** True if the work in the slot counts as a wait, too. */
    private readonly countsWork: boolean,
  ) {}

  /** For pages, whose rendering takes most of their time. */
  static ofPages(options: Options): StaleLimit {
    return new StaleLimit(options, PAGE_STEPS_MS, true);
  }

  /** For calls. */
  static ofCalls(options: Options): StaleLimit {
    return new StaleLimit(options, CALL_STEPS_MS, false);
  }

  /** Runs the producer of a response in its slot. */
  readonly runInSlot: RunInSlot = async (visitor, work) => {
    const response = { sinceMs: this.options.clock.steadyMs() };
    const stopCounting = () => {
      // Counts the wait of this response while it is still in the set.
      this.maxMs();
      this.underWay.delete(response);
    };
    this.underWay.add(response);
    try {
      return await this.options.slots.run(visitor, () => {
        if (!this.countsWork) {
          stopCounting();
        }
        return work();
      });
    } finally {
      stopCounting();
    }
  };

  /** True while orders wait for each other. */
  isPressed(): boolean {
    return this.options.isPressed?.() ?? false;
  }

  /** False while too many responses are asked for to recompute one that no visitor waits for. */
  canRecompute(): boolean {
    return this.underWay.size < MAX_UNDER_WAY;
  }

  /** How long a response may be stale now. */
  maxMs(): number {
    const nowMs = this.options.clock.steadyMs();
    const fallenMs = this.limitMs - ((nowMs - this.limitAtMs) / 1_000) * FALL_A_SECOND_MS;
    this.limitMs = Math.max(this.neededMs(nowMs), fallenMs);
    this.limitAtMs = nowMs;
    return this.limitMs;
  }

  private neededMs(nowMs: number): number {
    if (this.isPressed()) {
      return MAX_STALE_MS;
    }
    const [oldest] = this.underWay;
    const waitMs = oldest ? nowMs - oldest.sinceMs : 0;
    return (
      this.stepsMs.find((ageMs) => waitMs <= Math.max(MIN_WAIT_MS, ageMs * MAX_WAIT_SHARE)) ?? MAX_STALE_MS
    );
  }
}
