import type { FastifyInstance } from 'fastify';
import type { Readings } from '../database/readings.js';
import { isRefusal } from '../http/problems.js';
import type { KeptAnswers } from '../kept/kept-answers.js';
import { answerKept, jsonContent } from '../kept/kept-call.js';
import { CATALOGUE } from '../kept/topics.js';
import { findListing } from '../sales/find-listing.js';
import { findAlsoWatched } from './also-watched.js';

/** It looks at hundreds of users, and changes slowly. */
const KEPT_MS = 10 * 60_000;

/** What others watch besides a product: for everybody, so it is kept. */
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
