import { DAY_MS } from '@perkex/core/figures/days.js';
import type { HasChanged } from './tag-versions.js';

/** How something that is kept is made, and how long it may be used. */
export interface Plan<Value> {
  readonly make: (making: MakingOf<Value>) => Promise<Value>;
  /** How long after its making began it may be used, if nothing outdates it before. */
  readonly lifeMs: number;
  /** How old it may be when it is used though something has outdated it; without it, not at all. */
  readonly mayLagMs?: number;
  /** Whether it counts in days, and is over with the day in UTC. */
  readonly isOfDay?: boolean;
  /** Called when its making begins. @returns whether it is outdated; without it, only `outdate` says so */
  readonly watch?: () => HasChanged;
}

/** What a maker is told and may say. */
export interface MakingOf<Value> {
  /** What was made last, and is not good any more. */
  readonly last: Value | null;
  /** Says that what is being made is not good for anybody who asks later. */
  outdate(): void;
}

/** A clock that does not go back, and the one that knows the day. */
export interface Clocks {
  readonly steadyMs: () => number;
  readonly wallMs: () => number;
}

export const CLOCKS: Clocks = { steadyMs: () => performance.now(), wallMs: () => Date.now() };

/** What may lag is made anew in the background once it is this part of its greatest age. */
const REMADE_FROM = 0.4;

interface Made<Content, Value = Content> {
  readonly value: Content;
  readonly plan: Plan<Value>;
  readonly beganAtMs: number;
  readonly endsAtMs: number;
  readonly hasChanged: HasChanged;
  wasOutdated: boolean;
}

type Making<Value> = Made<Promise<Value>, Value>;

/**
 * Something that costs more to make than to keep. One maker is at work at a time, however many ask; what changes
 * meanwhile (`outdate`) is not in what is being made: who asks after the change waits for the next making. A making
 * that fails leaves nothing behind.
 */
export class Kept<Value> {
  private made: Made<Value> | null = null;
  private making: Making<Value> | null = null;
  private next: Promise<Value> | null = null;

  /** @param onMade told when a making is over, before whoever waits for it */
  constructor(
    private readonly clocks: Clocks = CLOCKS,
    private readonly onMade: () => void = () => {},
  ) {}

  /** Whether nobody is making it, or waits to. */
  get isIdle(): boolean {
    return this.making === null && this.next === null;
  }

  /** What was made last, whether or not it is still good. */
  get last(): Value | null {
    return this.made?.value ?? null;
  }

  /** What is kept if it may be used as it is; nobody has to wait for it. */
  ready(): Value | null {
    const { made } = this;
    if (!made) {
      return null;
    }
    const nowMs = this.clocks.steadyMs();
    if (nowMs >= made.endsAtMs) {
      return null;
    }
    if (!isOutdated(made)) {
      return made.value;
    }
    const { plan, beganAtMs } = made;
    const lagMs = plan.mayLagMs ?? 0;
    const ageMs = nowMs - beganAtMs;
    if (ageMs >= lagMs) {
      return null;
    }
    if (ageMs >= lagMs * REMADE_FROM && this.isIdle) {
      this.begin(plan).catch(() => {}); // whoever waits for the next one hears of it
    }
    return made.value;
  }

  /** What is ready, or what is made now. */
  read(plan: Plan<Value>): Promise<Value> {
    const ready = this.ready();
    return ready === null ? this.makeAnew(plan) : Promise.resolve(ready);
  }

  /** What is being made, unless something has changed since that began; else what is made after it. */
  makeAnew(plan: Plan<Value>): Promise<Value> {
    if (this.next) {
      return this.next;
    }
    const { making } = this;
    if (!making) {
      return this.begin(plan);
    }
    if (!isOutdated(making) && this.clocks.steadyMs() < making.endsAtMs) {
      return making.value;
    }
    const begin = () => this.begin(plan);
    this.next = making.value.then(begin, begin);
    return this.next;
  }

  /** What is kept, or being made, is not the newest any more. */
  outdate(): void {
    for (const each of [this.made, this.making]) {
      if (each) {
        each.wasOutdated = true;
      }
    }
  }

  /** Nothing is kept any more. */
  drop(): void {
    this.made = null;
  }

  private begin(plan: Plan<Value>): Promise<Value> {
    const beganAtMs = this.clocks.steadyMs();
    const making: Making<Value> = {
      value: Promise.resolve().then(() => this.finish(making)),
      plan,
      beganAtMs,
      endsAtMs: beganAtMs + this.lifeOf(plan),
      hasChanged: plan.watch?.() ?? never,
      wasOutdated: false,
    };
    this.next = null;
    this.making = making;
    return making.value;
  }

  private lifeOf({ lifeMs, isOfDay }: Plan<Value>): number {
    return isOfDay ? Math.min(lifeMs, DAY_MS - (this.clocks.wallMs() % DAY_MS)) : lifeMs;
  }

  private async finish(making: Making<Value>): Promise<Value> {
    try {
      const value = await making.plan.make({
        last: this.last,
        outdate() {
          making.wasOutdated = true;
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

function isOutdated({ wasOutdated, hasChanged }: Pick<Made<unknown>, 'wasOutdated' | 'hasChanged'>): boolean {
  return wasOutdated || hasChanged();
}
