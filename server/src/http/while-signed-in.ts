import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { type Transaction, transaction } from '../database/transaction.js';
import type { Identity } from '../users/identity.js';
import type { Refusal } from './problems.js';

/**
 * Makes a change only while the session is valid, so that a former user's change does not outlive an account transfer.
 */
export function whileSignedIn<Result>(
  pool: pg.Pool,
  identity: Pick<Identity, 'isStillSignedIn'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result | Refusal<'not-signed-in'>> {
  return transaction(pool, async (tx) =>
    (await identity.isStillSignedIn(tx, headers)) ? work(tx) : ({ refused: 'not-signed-in' } as const),
  );
}
