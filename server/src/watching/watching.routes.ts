import { dollarsToCents } from '@perkex/core/money.js';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { findListing } from '../books/find-listing.js';
import type { FollowedProducts } from '../finding/followed-products.js';
import { answerCall } from '../http/calls.js';
import { isRefusal } from '../http/problems.js';
import { whileSignedIn } from '../http/while-signed-in.js';
import type { Identity } from '../users/identity.js';
import { listHearts, readWatches } from './read-watches.js';
import { removeWatch, setWatch } from './set-watch.js';
import { keptSize } from './watch-key.js';

/** The calls about a user's watches. They require a session. */
export function watchingRoutes(
  app: FastifyInstance,
  pool: pg.Pool,
  identity: Pick<Identity, 'isStillSignedIn'>,
  products: Pick<FollowedProducts, 'read'>,
): void {
  answerCall(app, 'watches', async ({ query: { product } }, { userId }) => ({
    products: await readWatches({ pool, products }, userId, product === undefined ? null : Number(product)),
  }));
  answerCall(app, 'hearts', async (_parts, { userId }) => ({ watches: await listHearts(pool, userId) }));
  answerCall(app, 'watch', async ({ body: { productId, size: given, alert } }, request) => {
    const size = keptSize(given);
    const listing = await findListing(pool, productId, size);
    if (isRefusal(listing)) {
      return listing;
    }
    const alertCents = typeof alert === 'number' ? dollarsToCents(alert) : alert;
    const key = { userId: request.userId, productId, size };
    return whileSignedIn(pool, identity, request, (tx) => setWatch(tx, key, alertCents));
  });
  answerCall(app, 'unwatch', ({ body: { productId, size } }, request) =>
    whileSignedIn(pool, identity, request, async (tx) => {
      await removeWatch(tx, { userId: request.userId, productId, size: keptSize(size) });
      return 'You no longer watch it.';
    }),
  );
}
