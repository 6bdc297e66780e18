import type { FastifyBaseLogger } from 'fastify';

/** One thing that has to be closed. */
export interface EndingStep {
  /** As the log names it when it does not close. */
  readonly name: string;
  readonly close: () => Promise<void>;
}

export interface EndingOptions {
  readonly log: FastifyBaseLogger;
  /** Told at once that the end has begun. */
  readonly onBegin: () => void;
  /** One after the other; one that fails does not keep the next from being closed. */
  readonly steps: readonly EndingStep[];
  readonly onError: (error: unknown) => void;
}

/** Twice what a slow end takes, and less than the 30 seconds after which most systems kill. */
export const END_WITHIN_MS = 15_000;
/** A terminal and npm may both pass on one Ctrl-C: what comes within this time is the same wish. */
const SAME_WISH_MS = 1_000;

/**
 * Ends in order at the first signal, by force when that takes too long, and at once when somebody insists. A hangup,
 * when the terminal or `npm start` is gone, never counts as insisting.
 */
export function endOnSignals(options: EndingOptions): void {
  let askedAtMs: number | null = null;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (askedAtMs === null) {
        askedAtMs = performance.now();
        options.log.info(`${signal}: finishing the requests at hand.`);
        void end(options);
      } else if (signal !== 'SIGHUP' && performance.now() - askedAtMs > SAME_WISH_MS) {
        process.exit(1);
      }
    });
  }
}

async function end({ log, onBegin, steps, onError }: EndingOptions): Promise<void> {
  const open = new Set(steps.map(({ name }) => name));
  // Orders that were acknowledged are on the disk, whatever happens now.
  setTimeout(() => {
    const named = open.size > 0 ? [...open].join(', ') : 'something unknown';
    log.error(`Ending by force after ${END_WITHIN_MS / 1_000} s. Still open: ${named}.`);
    process.exit(1);
  }, END_WITHIN_MS).unref();
  onBegin();
  for (const { name, close } of steps) {
    await close().catch(onError);
    open.delete(name);
  }
}
