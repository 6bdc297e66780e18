export interface AttemptLimit {
  /** Counts an attempt. Null when it is allowed, otherwise the seconds until the next one is. */
  take(key: string): number | null;
  /** Takes an attempt back that shall not count. */
  giveBack(key: string): void;
}

export interface AttemptLimitOptions {
  readonly most: number;
  readonly windowSeconds: number;
  /** How many keys are counted at a time; beyond that old ones are forgotten, so that memory stays flat. */
  readonly keysMost?: number;
  /** The time in milliseconds, from whenever on. */
  readonly now?: () => number;
}

interface Window {
  readonly endsAtMs: number;
  attempts: number;
}

/** How many keys are looked at before one that is used up is forgotten after all. */
const LOOKED_AT_MOST = 1_000;

/** Allows so many attempts a key in a window that begins with the first one. It counts in this process alone. */
export function limitAttempts({
  most,
  windowSeconds,
  keysMost = 20_000,
  now = () => performance.now(),
}: AttemptLimitOptions): AttemptLimit {
  const windows = new Map<string, Window>();

  function currentWindow(key: string, timeMs: number): Window {
    const window = windows.get(key);
    if (window && window.endsAtMs > timeMs) {
      return window;
    }
    const begun = { endsAtMs: timeMs + windowSeconds * 1_000, attempts: 0 };
    // Taken out first, so that the map stays in the order in which windows begin.
    windows.delete(key);
    windows.set(key, begun);
    return begun;
  }

  function forgetOld(timeMs: number): void {
    for (const [key, window] of windows) {
      if (window.endsAtMs > timeMs) {
        break;
      }
      windows.delete(key);
    }
    if (windows.size > keysMost) {
      windows.delete(leastWorth());
    }
  }

  /** The oldest that refuses nothing yet: nobody shall free a key that is used up by making up others. */
  function leastWorth(): string {
    let looked = 0;
    for (const [key, { attempts }] of windows) {
      looked += 1;
      if (attempts < most || looked > LOOKED_AT_MOST) {
        return key;
      }
    }
    return '';
  }

  return {
    take(key) {
      const timeMs = now();
      const window = currentWindow(key, timeMs);
      forgetOld(timeMs);
      if (window.attempts >= most) {
        return Math.ceil((window.endsAtMs - timeMs) / 1_000);
      }
      window.attempts += 1;
      return null;
    },
    giveBack(key) {
      const window = windows.get(key);
      if (window && window.attempts > 0) {
        window.attempts -= 1;
      }
    },
  };
}

export const MINUTE_SECONDS = 60;
export const QUARTER_SECONDS = 15 * MINUTE_SECONDS;
export const HOUR_SECONDS = 60 * MINUTE_SECONDS;
export const DAY_SECONDS = 24 * HOUR_SECONDS;

/** Makes limits of so many attempts in a window. */
export type LimitMaker = (most: number, windowSeconds: number) => AttemptLimit;

const UNLIMITED: AttemptLimit = { take: () => null, giveBack() {} };

/** Makes limits that count, or none: where `isOn` is false, everything is allowed. */
export function limitMaker(isOn: boolean): LimitMaker {
  return (most, windowSeconds) => (isOn ? limitAttempts({ most, windowSeconds }) : UNLIMITED);
}

/** Counts an attempt in each limit, up to the first that is reached. @returns its seconds of waiting, or null */
export function takeAll(limits: readonly (readonly [AttemptLimit, string])[]): number | null {
  for (const [limit, key] of limits) {
    const waitSeconds = limit.take(key);
    if (waitSeconds !== null) {
      return waitSeconds;
    }
  }
  return null;
}
