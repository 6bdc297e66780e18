import { requestsOfBatch } from '@perkex/contract/order-batch.js';
import type { FastifyInstance } from 'fastify';
import type { Transaction } from '../database/transaction.js';
import { answerCall } from '../http/calls.js';
import { LIST_LIMIT_BYTES } from '../http/large-bodies.js';
import type { Identity } from '../users/identity.js';
import type { PriceRules } from './price-rules.js';

/** GET and POST /price-rules (orders-beyond, "Many pairs"). Registered behind the session. */
export function priceRulesRoutes(
  app: FastifyInstance,
  priceRules: PriceRules,
  identity: Pick<Identity, 'isStillSignedIn'>,
): void {
  answerCall(app, 'priceRules', async (_parts, { userId }) => ({ rules: await priceRules.list(userId) }));
  answerCall(
    app,
    'setPriceRules',
    async ({ body: { rules } }, { userId, programKey, headers }) => {
      const isAllowed = (tx: Transaction) => identity.isStillSignedIn(tx, headers);
      const answers = await priceRules.set(userId, rules, programKey, isAllowed);
      return answers ? { answers } : { refused: 'not-signed-in' };
    },
    { bodyLimit: LIST_LIMIT_BYTES, config: { requestsIn } },
  );
}

function requestsIn(body: unknown): number {
  return requestsOfBatch((body as { rules?: readonly unknown[] }).rules?.length ?? 0);
}
