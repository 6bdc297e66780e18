import { BusyError } from '../../../errors/busy-error.js';

/** Refused by a gate: as many are inside as may be, and as many wait as may wait. */
export class GateFullError extends BusyError {
  override readonly name = 'GateFullError';
}

export interface Gate {
  /** Runs the task, first come first served. Rejects with GateFullError, or with what the task rejects with. */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
}

/** Lets `atOnce` tasks run at a time and `waiting` more stand in line; refuses beyond that. */
export function openGate({ atOnce, waiting }: { readonly atOnce: number; readonly waiting: number }): Gate {
  const line: (() => void)[] = [];
  let inside = 0;

  async function enter(): Promise<void> {
    if (inside < atOnce) {
      inside += 1;
      return;
    }
    if (line.length >= waiting) {
      throw new GateFullError();
    }
    await new Promise<void>((called) => line.push(called));
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
    async run(task) {
      await enter();
      try {
        return await task();
      } finally {
        leave();
      }
    },
  };
}
