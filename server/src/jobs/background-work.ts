import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { BusyError } from '../errors/busy-error.js';

const AT_ONCE = 4;
const WAITING = 256;

export interface BackgroundWork {
  /** Does the task after the answer at hand, and tells whoever listens when it fails or finds no place. */
  start(task: () => Promise<void>): void;
  /** Lets everything end, for a limited time; what still waits then is not begun. */
  close(): Promise<void>;
}

/** Work that nobody waits for: few at once, a bounded line, and an orderly end. */
export function backgroundWork({
  onFailure,
  endingMs,
}: {
  readonly onFailure: (error: unknown) => void;
  readonly endingMs: number;
}): BackgroundWork {
  const line: (() => void)[] = [];
  let inside = 0;
  const unfinished = new Set<Promise<void>>();
  let isOver = false;

  async function run(task: () => Promise<void>): Promise<void> {
    // The answer goes out first, whatever the task takes.
    await nextTurn();
    await enter();
    try {
      if (isOver) {
        throw new Error('The server ended before its turn came.');
      }
      await task();
    } finally {
      leave();
    }
  }

  async function enter(): Promise<void> {
    if (inside < AT_ONCE) {
      inside += 1;
    } else if (line.length < WAITING) {
      await new Promise<void>((called) => line.push(called));
    } else {
      throw new BusyError('Too much work waits.');
    }
  }

  function leave(): void {
    const next = line.shift();
    // Whoever is called takes over the place, so that a newcomer cannot slip in between.
    if (next) {
      next();
    } else {
      inside -= 1;
    }
  }

  return {
    start(task) {
      const work = run(task)
        .catch(onFailure)
        .finally(() => unfinished.delete(work));
      unfinished.add(work);
    },
    async close() {
      const patience = new AbortController();
      const tooLong = sleep(endingMs, undefined, { signal: patience.signal }).catch(() => {});
      await Promise.race([Promise.all(unfinished), tooLong]);
      patience.abort();
      isOver = true;
    },
  };
}
