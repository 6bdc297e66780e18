import type { FastifyBaseLogger } from 'fastify';
import { withoutDetails } from '../database/errors.js';
import { regularly } from './regularly.js';

/** What every server does now and then. Repeating it is safe, also at the same time, so nobody has to remember it. */
export interface Upkeep {
  readonly work: () => Promise<void>;
  readonly everyMs: number;
  /** What the log says when it fails; the next round tries again. */
  readonly failure: string;
}

/** Does all of it now and from now on. @returns what ends that, when the rounds under way are done */
export function keepUp(all: readonly Upkeep[], log: Pick<FastifyBaseLogger, 'error'>): () => Promise<void> {
  const ends = all.map(({ work, everyMs, failure }) =>
    regularly(work, everyMs, (error) => log.error({ err: withoutDetails(error) }, failure)),
  );
  return async () => {
    await Promise.all(ends.map((end) => end()));
  };
}
