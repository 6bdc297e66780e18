import { DAY_MS } from '@perkex/core/figures/days.js';
import type { Clock } from '../clock/clock.js';
import type { ChangedAtMs } from './tag-versions.js';

/** The producer of a cached value and the limits of its use. */
export interface Plan<Value> {
  readonly make: (making: MakingOf<Value>) => Promise<Value>;
  /** The maximum age, counted from the start of its producer. */
  readonly maxAgeMs: number;
  /** The time after its first change for which the value may still be used; none by default. */
  readonly staleWhileRevalidateMs?: () => number;
  /** The share of that time after which it is recomputed in the background; RECOMPUTED_FROM if left out. */
  readonly recomputedFrom?: number;
  /** False while a stale value must not be recomputed in the background. */
  readonly canRecompute?: () => boolean;
  /** True if the value expires at the end of the UTC day. */
  readonly isOfDay?: boolean;
  /**
   * Called when the producer starts. @returns the time of its invalidation; without it, only `invalidate` invalidates
   */
  readonly watch?: () => ChangedAtMs;
  /** Runs the producer in its slot. */
  readonly inSlot?: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** The input of a producer. */
export interface MakingOf<Value> {
  /** The previous value, which is no longer valid. */
  readonly last: Value | null;
  /** Marks the value being made as invalid for later readers. */
  invalidate(): void;
  /** Ends the use of the value being made at this time, in milliseconds since 1970, unless it ends before. */
  expireAt(wallMs: number): void;
}

/** A stale value is recomputed in the background from this share of its allowed time. */
export const RECOMPUTED_FROM = 0.4;
/** Enough for making a value under load: the rest of a long allowed time is used before it is recomputed. */
const MAKING_MS = 600;

/** The longest time for which a page may be stale. The times of changes are remembered for as long. */
export const MAX_STALE_MS = 2_000;

interface Made<Content, Value = Content> {
  readonly value: Content;
  readonly plan: Plan<Value>;
  readonly endsAtMs: number;
  readonly changedAtMs: ChangedAtMs;
  /** The time of the first call of `invalidate`. */
  invalidatedAtMs: number | null;
}

interface Making<Value> extends Made<Promise<Value>, Value> {
  endsAtMs: number;
  changedAtMs: ChangedAtMs;
  /** False while its producer waits for its slot: changes until then are in the result. */
  hasStarted: boolean;
}

/**
 * A cached value. One producer runs at a time, for any number of readers. A change during its run (`invalidate`) is not
 * in its result, so readers after the change wait for the next run. A failed run leaves nothing behind.
 */
export class CachedValue<Value> {
  private made: Made<Value> | null = null;
  private making: Making<Value> | null = null;
  private next: Promise<Value> | null = null;

  /** @param onMade called when a producer has finished, before its readers get the value */
  constructor(
    private readonly clock: Clock,
    private readonly onMade: () => void = () => {},
  ) {}

  /** True if no producer is running or due. */
  get isIdle(): boolean {
    return this.making === null && this.next === null;
  }

  /** The last value, valid or not. */
  get last(): Value | null {
    return this.made?.value ?? null;
  }

  /** The cached value if it may be used now. @param isExact true for a caller that must not get a stale value */
  ready(isExact = false): Value | null {
    const { made } = this;
    if (!made) {
      return null;
    }
    const nowMs = this.clock.steadyMs();
    if (nowMs >= made.endsAtMs) {
      return null;
    }
    const changedAtMs = changeOf(made);
    if (changedAtMs === null) {
      return made.value;
    }
    const lagMs = isExact ? 0 : (made.plan.staleWhileRevalidateMs?.() ?? 0);
    const staleMs = nowMs - changedAtMs;
    if (staleMs >= lagMs) {
      return null;
    }
    const { canRecompute = always, recomputedFrom = RECOMPUTED_FROM } = made.plan;
    const recomputedAfterMs = Math.max(lagMs * recomputedFrom, lagMs - MAKING_MS);
    if (staleMs >= recomputedAfterMs && this.isIdle && canRecompute()) {
      this.begin(made.plan).catch(() => {}); // readers of the next run get the error
    }
    return made.value;
  }

  /** The cached value, or a new one. */
  read(plan: Plan<Value>): Promise<Value> {
    const ready = this.ready();
    return ready === null ? this.recompute(plan) : Promise.resolve(ready);
  }

  /** The value being made, or if it was invalidated, the one made after it. */
  recompute(plan: Plan<Value>): Promise<Value> {
    if (this.next) {
      return this.next;
    }
    const { making } = this;
    if (!making) {
      return this.begin(plan);
    }
    if (!making.hasStarted || (changeOf(making) === null && this.clock.steadyMs() < making.endsAtMs)) {
      return making.value;
    }
    const begin = () => this.begin(plan);
    this.next = making.value.then(begin, begin);
    return this.next;
  }

  /** Invalidates the cached value and the one being made. */
  invalidate(): void {
    for (const each of [this.made, this.making]) {
      if (each) {
        each.invalidatedAtMs ??= this.clock.steadyMs();
      }
    }
  }

  /** Removes the cached value. */
  drop(): void {
    this.made = null;
  }

  private begin(plan: Plan<Value>): Promise<Value> {
    const making: Making<Value> = {
      value: Promise.resolve().then(() => this.finish(making)),
      plan,
      endsAtMs: Number.POSITIVE_INFINITY,
      changedAtMs: never,
      invalidatedAtMs: null,
      hasStarted: false,
    };
    if (!plan.inSlot) {
      this.start(making);
    }
    this.next = null;
    this.making = making;
    return making.value;
  }

  /** Its producer reads everything from here, so earlier changes do not count. */
  private start(making: Making<Value>): void {
    making.hasStarted = true;
    making.endsAtMs = this.clock.steadyMs() + this.lifeOf(making.plan);
    making.changedAtMs = making.plan.watch?.() ?? never;
    making.invalidatedAtMs = null;
  }

  private lifeOf({ maxAgeMs, isOfDay }: Plan<Value>): number {
    return isOfDay ? Math.min(maxAgeMs, DAY_MS - (this.clock.wallMs() % DAY_MS)) : maxAgeMs;
  }

  private async finish(making: Making<Value>): Promise<Value> {
    const { make, inSlot } = making.plan;
    const invalidate = () => {
      making.invalidatedAtMs = Number.NEGATIVE_INFINITY;
    };
    const expireAt = (wallMs: number) => {
      const { clock } = this;
      making.endsAtMs = Math.min(making.endsAtMs, clock.steadyMs() + wallMs - clock.wallMs());
    };
    const run = () => make({ last: this.last, invalidate, expireAt });
    try {
      const value = await (inSlot
        ? inSlot(() => {
            this.start(making);
            return run();
          })
        : run());
      this.made = { ...making, value };
      return value;
    } finally {
      this.making = null;
      this.onMade();
    }
  }
}

const always = () => true;
const never: ChangedAtMs = () => null;

/** The time of the first change since its producer started; null for none. */
function changeOf({
  invalidatedAtMs,
  changedAtMs,
}: Pick<Made<unknown>, 'invalidatedAtMs' | 'changedAtMs'>): number | null {
  const atMs = changedAtMs();
  return invalidatedAtMs === null || atMs === null
    ? (invalidatedAtMs ?? atMs)
    : Math.min(invalidatedAtMs, atMs);
}
