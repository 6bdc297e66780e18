import type { FastifyInstance } from 'fastify';
import { findListing } from '../books/find-listing.js';
import { answerCached, jsonContent } from '../cache/cached-call.js';
import type { ResponseCache } from '../cache/response-cache.js';
import type { ReplicaReads } from '../database/replica-reads.js';
import { isRefusal } from '../http/problems.js';
import { findAlsoWatched } from './also-watched.js';

/** Long, because the answer is expensive (it reads hundreds of users) and changes slowly. */
const KEPT_MS = 10 * 60_000;

/** Serves the products that others also watch. The answer is the same for all users, so it is cached. */
export function alsoWatchedRoutes(
  app: FastifyInstance,
  { replicaReads, responses }: { readonly replicaReads: ReplicaReads; readonly responses: ResponseCache },
): void {
  answerCached(app, responses, 'alsoWatched', ({ params }) => {
    const id = Number(params.id);
    return {
      key: `/api/${id}/also-watched`,
      maxAgeMs: KEPT_MS,
      make: () =>
        replicaReads.read(async (pool) => {
          const listing = await findListing(pool, id);
          return isRefusal(listing)
            ? ({ refused: 'unknown-product' } as const)
            : jsonContent({ ids: await findAlsoWatched(pool, id) });
        }),
    };
  });
}
