import type { FastifyInstance } from 'fastify';
import type { Readings } from '../database/readings.js';
import { isRefusal } from '../http/problems.js';
import type { KeptAnswers } from '../kept/kept-answers.js';
import { answerKept, jsonContent } from '../kept/kept-call.js';
import { CATALOGUE } from '../kept/topics.js';
import { findListing } from '../sales/find-listing.js';
import { findAlsoWatched } from './also-watched.js';

/** Long, because the answer is expensive (it reads hundreds of users) and changes slowly. */
const KEPT_MS = 10 * 60_000;

/** Serves the products that others also watch. The answer is the same for all users, so it is cached. */
export function alsoWatchedRoutes(
  app: FastifyInstance,
  { readings, kept }: { readonly readings: Readings; readonly kept: KeptAnswers },
): void {
  answerKept(app, kept, 'alsoWatched', ({ params }) => {
    const id = Number(params.id);
    return {
      key: `/api/${id}/also-watched`,
      follows: [CATALOGUE],
      lifeMs: KEPT_MS,
      make: () =>
        readings.read(async (pool) => {
          const listing = await findListing(pool, id);
          return isRefusal(listing)
            ? ({ refused: 'unknown-product' } as const)
            : jsonContent({ ids: await findAlsoWatched(pool, id) });
        }),
    };
  });
}
