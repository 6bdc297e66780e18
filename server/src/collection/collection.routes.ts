import { type Day, dayAt } from '@perkex/core/figures/days.js';
import { dollarsToCents } from '@perkex/core/money.js';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { findListing } from '../books/find-listing.js';
import type { Clock } from '../clock/clock.js';
import { answerCall } from '../http/calls.js';
import { isRefusal } from '../http/problems.js';
import { whileSignedIn } from '../http/while-signed-in.js';
import type { Identity } from '../users/identity.js';
import { addPair, removePair, restorePair } from './change-collection.js';
import { readCollection, readCollectionHistory } from './read-collection.js';

/** The calls about a user's collection. They require a session. */
export function collectionRoutes(
  app: FastifyInstance,
  pool: pg.Pool,
  identity: Pick<Identity, 'isStillSignedIn'>,
  clock: Clock,
): void {
  const today = () => dayAt(clock.wallMs());
  /** Days are in UTC. */
  const isToCome = (day: Day) => day > today();

  answerCall(app, 'collection', (_parts, { userId }) => readCollection(pool, userId, today()));
  answerCall(app, 'collectionHistory', ({ query: { range } }, { userId }) =>
    readCollectionHistory(pool, userId, range, today()),
  );
  answerCall(app, 'addPair', async ({ body: { id, productId, size, price, date } }, request) => {
    if (isToCome(date)) {
      return { refused: 'invalid-day' };
    }
    const listing = await findListing(pool, productId, size);
    if (isRefusal(listing)) {
      return listing;
    }
    const pair = { id, productId, size, priceCents: dollarsToCents(price), date };
    return whileSignedIn(
      pool,
      identity,
      request,
      async (tx) => (await addPair(tx, request.userId, pair)) ?? 'The pair is in your collection.',
    );
  });
  answerCall(app, 'removePair', async ({ body: { id, soldOn } }, request) => {
    if (soldOn !== null && isToCome(soldOn)) {
      return { refused: 'invalid-day' };
    }
    return whileSignedIn(
      pool,
      identity,
      request,
      async (tx) =>
        (await removePair(tx, request.userId, id, soldOn)) ?? 'The pair is no longer in your collection.',
    );
  });
  answerCall(app, 'restorePair', ({ body: { id } }, request) =>
    whileSignedIn(
      pool,
      identity,
      request,
      async (tx) => (await restorePair(tx, request.userId, id)) ?? 'The pair is in your collection.',
    ),
  );
}
