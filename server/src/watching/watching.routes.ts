import { dollarsToCents } from '@perkex/core/money.js';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { type Transaction, transaction } from '../database/transaction.js';
import { answerCall } from '../http/calls.js';
import type { Identity } from '../http/identity.js';
import { isRefusal, type Refusal } from '../http/problems.js';
import { findListing } from '../sales/find-listing.js';
import { readWatches } from './read-watches.js';
import { removeWatch, setWatch } from './set-watch.js';
import { keptSize } from './watch-key.js';

/** The calls about what a user watches. Registered behind the session. */
export function watchingRoutes(
  app: FastifyInstance,
  pool: pg.Pool,
  identity: Pick<Identity, 'isStillSignedIn'>,
): void {
  /** What a stranger sends as the account is taken over must not stay. */
  function whileSignedIn<Result>(
    { headers }: FastifyRequest,
    work: (tx: Transaction) => Promise<Result>,
  ): Promise<Result | Refusal<'not-signed-in'>> {
    return transaction(pool, async (tx) =>
      (await identity.isStillSignedIn(tx, headers)) ? work(tx) : ({ refused: 'not-signed-in' } as const),
    );
  }

  answerCall(app, 'watches', async ({ query: { product } }, { userId }) => ({
    products: await readWatches(pool, userId, product === undefined ? null : Number(product)),
  }));
  answerCall(app, 'watch', async ({ body: { productId, size: given, alert } }, request) => {
    const size = keptSize(given);
    const listing = await findListing(pool, productId, size);
    if (isRefusal(listing)) {
      return listing;
    }
    const alertCents = typeof alert === 'number' ? dollarsToCents(alert) : alert;
    const key = { userId: request.userId, productId, size };
    return whileSignedIn(request, (tx) => setWatch(tx, key, alertCents));
  });
  answerCall(app, 'unwatch', ({ body: { productId, size } }, request) =>
    whileSignedIn(request, async (tx) => {
      await removeWatch(tx, { userId: request.userId, productId, size: keptSize(size) });
      return 'You watch it no more.';
    }),
  );
}
