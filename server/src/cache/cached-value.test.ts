import { beforeEach, describe, expect, it } from 'vitest';
import { CachedValue, type Plan } from './cached-value.js';

let nowMs = 0;
let wallMs = Date.parse('2026-03-01T12:00:00Z');
let made: { readonly number: number; readonly answer: (value: string | Error) => void }[] = [];
let cached: CachedValue<string>;

beforeEach(() => {
  nowMs = 1_000;
  wallMs = Date.parse('2026-03-01T12:00:00Z');
  made = [];
  cached = new CachedValue<string>({ steadyMs: () => nowMs, wallMs: () => wallMs });
});

function plan(more: Partial<Plan<string>> = {}): Plan<string> {
  const make = () =>
    new Promise<string>((resolve, reject) => {
      made.push({
        number: made.length,
        answer: (value) => (typeof value === 'string' ? resolve(value) : reject(value)),
      });
    });
  return { make, maxAgeMs: 10_000, ...more };
}

/** Lets all pending callbacks run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

async function keep(value: string, more: Partial<Plan<string>> = {}): Promise<void> {
  const reading = cached.read(plan(more));
  await settled();
  made.at(-1)?.answer(value);
  await reading;
}

describe('a cached value', () => {
  it('is made once for sixty-four concurrent readers', async () => {
    const replicaReads = Array.from({ length: 64 }, () => cached.read(plan()));
    await settled();
    made[0]?.answer('one');
    expect(new Set(await Promise.all(replicaReads))).toEqual(new Set(['one']));
    expect(made).toHaveLength(1);
    expect(cached.ready()).toBe('one');
  });

  it('is made again for readers after a change, one producer at a time', async () => {
    const before = cached.read(plan());
    await settled();
    cached.invalidate();
    const after = [cached.read(plan()), cached.read(plan())];
    await settled();
    expect(made, 'the first is still running').toHaveLength(1);
    made[0]?.answer('old');
    expect(await before).toBe('old');
    const late = cached.read(plan());
    await settled();
    expect(made).toHaveLength(2);
    made[1]?.answer('new');
    expect(await Promise.all([...after, late])).toEqual(['new', 'new', 'new']);
    expect(cached.ready()).toBe('new');
  });

  it('is invalid at once if it was invalidated while being made', async () => {
    const reading = cached.read(plan());
    await settled();
    cached.invalidate();
    made[0]?.answer('old');
    await reading;
    expect(cached.ready()).toBeNull();
  });

  it('leaves nothing behind when its producer fails', async () => {
    const replicaReads = [cached.read(plan()), cached.read(plan())];
    await settled();
    cached.invalidate();
    const after = cached.read(plan());
    made[0]?.answer(new Error('away'));
    for (const reading of replicaReads) {
      await expect(reading).rejects.toThrow('away');
    }
    await settled();
    made[1]?.answer('there');
    expect(await after).toBe('there');
    expect(cached.ready()).toBe('there');
  });

  it('survives a producer that throws synchronously', async () => {
    const broken = (): Promise<string> => {
      throw new Error('a bug');
    };
    await expect(cached.read(plan({ make: broken }))).rejects.toThrow('a bug');
    expect(cached.isIdle).toBe(true);
    await keep('well');
    expect(cached.ready()).toBe('well');
  });

  it('expires at its maximum age, counted from the start of its producer', async () => {
    const reading = cached.read(plan({ maxAgeMs: 100 }));
    await settled();
    nowMs += 99;
    made[0]?.answer('value');
    await reading;
    expect(cached.ready()).toBe('value');
    nowMs += 1;
    expect(cached.ready()).toBeNull();
  });

  it('that is limited to a day expires at the end of the UTC day', async () => {
    wallMs = Date.parse('2026-03-01T23:59:59.900Z');
    await keep('Sunday', { isOfDay: true });
    nowMs += 99;
    expect(cached.ready()).toBe('Sunday');
    nowMs += 1;
    expect(cached.ready()).toBeNull();
  });

  it('is invalid at once if its producer says so', async () => {
    const value = await cached.read({
      maxAgeMs: 100,
      async make(making) {
        making.invalidate();
        return 'late';
      },
    });
    expect([value, cached.ready()]).toEqual(['late', null]);
  });
});

describe('a cached value that may be stale while revalidating', () => {
  const LAGS = { staleWhileRevalidateMs: () => 250 };

  it('is used for that time after its first change, however old it is', async () => {
    await keep('first', LAGS);
    nowMs += 5_000;
    cached.invalidate();
    expect(cached.ready()).toBe('first');
    nowMs += 50;
    cached.invalidate();
    nowMs += 199;
    expect(cached.ready()).toBe('first');
    nowMs += 1;
    expect(cached.ready()).toBeNull();
  });

  it('is recomputed in the background under constant changes, and never exceeds its allowed time', async () => {
    await keep('first', LAGS);
    cached.invalidate();
    nowMs += 99;
    expect(cached.ready()).toBe('first');
    await settled();
    expect(made).toHaveLength(1);
    nowMs += 1;
    expect(cached.ready()).toBe('first');
    expect(cached.ready()).toBe('first');
    await settled();
    expect(made).toHaveLength(2);
    nowMs += 149;
    expect(cached.ready()).toBe('first');
    nowMs += 1;
    expect(cached.ready()).toBeNull();
    const waiting = cached.read(plan(LAGS));
    made[1]?.answer('second');
    expect(await waiting).toBe('second');
    expect(cached.ready()).toBe('second');
  });

  it('is recomputed six tenths of a second before a long allowed time is over', async () => {
    await keep('first', { staleWhileRevalidateMs: () => 2_000 });
    cached.invalidate();
    nowMs += 1_399;
    expect(cached.ready()).toBe('first');
    await settled();
    expect(made).toHaveLength(1);
    nowMs += 1;
    expect(cached.ready()).toBe('first');
    await settled();
    expect(made).toHaveLength(2);
  });

  it('is left to its next reader where it cannot be recomputed in the background', async () => {
    await keep('first', { ...LAGS, canRecompute: () => false });
    cached.invalidate();
    nowMs += 249;
    expect(cached.ready()).toBe('first');
    nowMs += 1;
    expect(cached.ready()).toBeNull();
    await settled();
    expect(made).toHaveLength(1);
  });

  it('is stale from the first change during its run', async () => {
    const reading = cached.read(plan(LAGS));
    await settled();
    nowMs += 100;
    cached.invalidate();
    nowMs += 200;
    made[0]?.answer('first');
    await reading;
    nowMs += 49;
    expect(cached.ready()).toBe('first');
    nowMs += 1;
    expect(cached.ready()).toBeNull();
  });

  it('is not used by callers to whom it may not be stale', async () => {
    await keep('first', LAGS);
    expect(cached.ready(true)).toBe('first');
    cached.invalidate();
    expect([cached.ready(true), cached.ready()]).toEqual([null, 'first']);
  });

  it('is used for as long as is allowed at that moment', async () => {
    let lagMs = 250;
    await keep('first', { staleWhileRevalidateMs: () => lagMs });
    cached.invalidate();
    nowMs += 400;
    expect(cached.ready()).toBeNull();
    lagMs = 500;
    expect(cached.ready()).toBe('first');
  });

  it('survives a failed background update until it is too old', async () => {
    await keep('first', LAGS);
    cached.invalidate();
    nowMs += 200;
    cached.ready();
    await settled();
    made[1]?.answer(new Error('away'));
    await settled();
    expect(cached.ready()).toBe('first');
    nowMs += 50;
    expect(cached.ready()).toBeNull();
  });
});

describe('a cached value whose producer waits for a slot', () => {
  it('has the changes from before its slot, for all who wait', async () => {
    let enter = () => {};
    const slot = new Promise<void>((resolve) => {
      enter = resolve;
    });
    const waits = plan({ inSlot: (work) => slot.then(work) });
    const first = cached.read(waits);
    await settled();
    cached.invalidate();
    nowMs += 60_000;
    const second = cached.read(waits);
    enter();
    await settled();
    made[0]?.answer('one');
    expect(await Promise.all([first, second])).toEqual(['one', 'one']);
    expect(cached.ready(true)).toBe('one');
    expect(made).toHaveLength(1);
  });
});
