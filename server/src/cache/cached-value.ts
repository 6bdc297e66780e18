import { DAY_MS } from '@perkex/core/figures/days.js';
import type { Clock } from '../clock/clock.js';
import type { HasChanged } from './tag-versions.js';

/** The producer of a cached value and the limits of its use. */
export interface Plan<Value> {
  readonly make: (making: MakingOf<Value>) => Promise<Value>;
  /** The maximum age, counted from the start of its producer. */
  readonly maxAgeMs: number;
  /** The age up to which an invalidated value may still be used; none by default. */
  readonly staleWhileRevalidateMs?: number;
  /** True if the value expires at the end of the UTC day. */
  readonly isOfDay?: boolean;
  /** Called when the producer starts. @returns a check for invalidation; without it, only `invalidate` invalidates */
  readonly watch?: () => HasChanged;
}

/** The input of a producer. */
export interface MakingOf<Value> {
  /** The previous value, which is no longer valid. */
  readonly last: Value | null;
  /** Marks the value being made as invalid for later readers. */
  invalidate(): void;
}

/** A stale value is recomputed in the background from this share of its allowed age. */
const REMADE_FROM = 0.4;

interface Made<Content, Value = Content> {
  readonly value: Content;
  readonly plan: Plan<Value>;
  readonly beganAtMs: number;
  readonly endsAtMs: number;
  readonly hasChanged: HasChanged;
  wasInvalidated: boolean;
}

type Making<Value> = Made<Promise<Value>, Value>;

/**
 * A cached value. One producer runs at a time, for any number of readers. A change during its run (`invalidate`) is not in
 * its result, so readers after the change wait for the next run. A failed run leaves nothing behind.
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

  /** The cached value if it may be used now. */
  ready(): Value | null {
    const { made } = this;
    if (!made) {
      return null;
    }
    const nowMs = this.clock.steadyMs();
    if (nowMs >= made.endsAtMs) {
      return null;
    }
    if (!isInvalidated(made)) {
      return made.value;
    }
    const { plan, beganAtMs } = made;
    const lagMs = plan.staleWhileRevalidateMs ?? 0;
    const ageMs = nowMs - beganAtMs;
    if (ageMs >= lagMs) {
      return null;
    }
    if (ageMs >= lagMs * REMADE_FROM && this.isIdle) {
      this.begin(plan).catch(() => {}); // readers of the next run get the error
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
    if (!isInvalidated(making) && this.clock.steadyMs() < making.endsAtMs) {
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
        each.wasInvalidated = true;
      }
    }
  }

  /** Removes the cached value. */
  drop(): void {
    this.made = null;
  }

  private begin(plan: Plan<Value>): Promise<Value> {
    const beganAtMs = this.clock.steadyMs();
    const making: Making<Value> = {
      value: Promise.resolve().then(() => this.finish(making)),
      plan,
      beganAtMs,
      endsAtMs: beganAtMs + this.lifeOf(plan),
      hasChanged: plan.watch?.() ?? never,
      wasInvalidated: false,
    };
    this.next = null;
    this.making = making;
    return making.value;
  }

  private lifeOf({ maxAgeMs, isOfDay }: Plan<Value>): number {
    return isOfDay ? Math.min(maxAgeMs, DAY_MS - (this.clock.wallMs() % DAY_MS)) : maxAgeMs;
  }

  private async finish(making: Making<Value>): Promise<Value> {
    try {
      const value = await making.plan.make({
        last: this.last,
        invalidate() {
          making.wasInvalidated = true;
        },
      });
      this.made = { ...making, value };
      return value;
    } finally {
      this.making = null;
      this.onMade();
    }
  }
}

const never: HasChanged = () => false;

function isInvalidated({
  wasInvalidated,
  hasChanged,
}: Pick<Made<unknown>, 'wasInvalidated' | 'hasChanged'>): boolean {
  return wasInvalidated || hasChanged();
}
