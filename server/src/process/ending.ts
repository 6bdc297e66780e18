import type { FastifyBaseLogger } from 'fastify';
import type { Closers } from './closers.js';

export interface EndingOptions {
  readonly log: FastifyBaseLogger;
  /** Called at once when the shutdown begins. */
  readonly onBegin: () => void;
  readonly closers: Closers;
  readonly onError: (error: unknown) => void;
}

/** Twice as long as a slow shutdown, and less than the 30 seconds after which most systems kill a process. */
export const END_WITHIN_MS = 15_000;
/** A terminal and npm may both forward one Ctrl-C. Signals within this time count as one. */
const SAME_KEY_MS = 1_000;

/**
 * Shuts down in order at the first signal, and by force if that takes too long. A second signal ends the process at
 * once, except for a hangup, which means that the terminal or `npm start` has ended.
 */
export function endOnSignals(options: EndingOptions): void {
  let askedAtMs: number | null = null;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (askedAtMs === null) {
        askedAtMs = performance.now();
        options.log.info(`${signal}: finishing the requests at hand.`);
        void end(options);
      } else if (signal !== 'SIGHUP' && performance.now() - askedAtMs > SAME_KEY_MS) {
        process.exit(1);
      }
    });
  }
}

async function end({ log, onBegin, closers, onError }: EndingOptions): Promise<void> {
  // Acknowledged orders are on disk already, so an exit by force loses none.
  setTimeout(() => {
    const named = closers.stillOpen.join(', ') || 'something unknown';
    log.error(`Ending by force after ${END_WITHIN_MS / 1_000} s. Still open: ${named}.`);
    process.exit(1);
  }, END_WITHIN_MS).unref();
  onBegin();
  await closers.close(onError);
}
