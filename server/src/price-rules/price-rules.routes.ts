import { requestsOfBatch } from '@perkex/contract/order-batch.js';
import type { FastifyInstance } from 'fastify';
import { answerCall } from '../http/calls.js';
import { LIST_LIMIT_BYTES } from '../http/large-bodies.js';
import type { PriceRules } from './price-rules.js';

/** GET and POST /price-rules (orders-beyond, "Many pairs"). Registered behind the session. */
export function priceRulesRoutes(app: FastifyInstance, priceRules: PriceRules): void {
  answerCall(app, 'priceRules', async (_parts, { userId }) => ({ rules: await priceRules.list(userId) }));
  answerCall(
    app,
    'setPriceRules',
    async ({ body: { rules } }, { userId, programKey }) => ({
      answers: await priceRules.set(userId, rules, programKey),
    }),
    { bodyLimit: LIST_LIMIT_BYTES, config: { requestsIn } },
  );
}

function requestsIn(body: unknown): number {
  return requestsOfBatch((body as { rules?: readonly unknown[] }).rules?.length ?? 0);
}
