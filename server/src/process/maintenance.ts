import type { FastifyBaseLogger } from 'fastify';
import { withoutDetails } from '../database/errors.js';
import { regularly } from './regularly.js';

/** Periodic maintenance. Every server runs it, because repeated and concurrent runs are safe. */
export interface Maintenance {
  /** @param ending aborted when the server stops, which waits for it */
  readonly work: (ending?: AbortSignal) => Promise<void>;
  readonly everyMs: number;
  /** The log message for a failed run. The next run tries again. */
  readonly failure: string;
}

/** Starts all maintenance. @returns a function that stops it and resolves when the current runs are done */
export function startMaintenance(
  all: readonly Maintenance[],
  log: Pick<FastifyBaseLogger, 'error'>,
): () => Promise<void> {
  const ends = all.map(({ work, everyMs, failure }) =>
    regularly(work, everyMs, (error) => log.error({ err: withoutDetails(error) }, failure)),
  );
  return async () => {
    await Promise.all(ends.map((end) => end()));
  };
}
