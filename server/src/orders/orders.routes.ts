import type { CallRequest } from '@perkex/contract/calls.js';
import { requestsOfBatch } from '@perkex/contract/order-batch.js';
import { ORDER_CALLS } from '@perkex/core/order-book/order.js';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { answerCall } from '../http/calls.js';
import { LIST_LIMIT_BYTES } from '../http/large-bodies.js';
import { type RightToOrder, requireRightToOrder } from '../http/session.js';
import { takeIdempotencyKey } from '../keys/idempotency-key.js';
import type { KeysOfOrders } from '../keys/keys-of-orders.js';
import { bidAnySize } from './bid-any-size.js';
import { changeOrder } from './change-order.js';
import type { findPairs } from './find-pairs.js';
import type { BatchedCommand, OrderBatches } from './order-batches.js';
import { cancelOrder, placeOrder, type Trading } from './place-order.js';
import { readQueuePlaces } from './read-queue-places.js';

interface Options {
  readonly pool: pg.Pool;
  readonly trading: Trading;
  readonly rightToOrder: RightToOrder;
  readonly keys: KeysOfOrders;
  readonly batches: OrderBatches;
  readonly findPairs: (pairs: CallRequest<'orderPairs'>['body']['pairs']) => ReturnType<typeof findPairs>;
}

/**
 * POST /ask, /bid, /sell, /buy, /deleteAsk, /deleteBid (section 7), /bidAnySize, /changeOrder, /orders/batch, and
 * GET /queue. Registered behind the session.
 */
export function ordersRoutes(
  app: FastifyInstance,
  { pool, trading, rightToOrder, keys, batches, findPairs }: Options,
): void {
  const preHandler = requireRightToOrder(rightToOrder);
  for (const call of ORDER_CALLS) {
    answerCall(
      app,
      call,
      ({ body }, { userId, programKey }) =>
        keys.run(programKey, { call, body }, () => placeOrder(trading, call, userId, body)),
      { preValidation: takeIdempotencyKey, preHandler },
    );
  }
  answerCall(
    app,
    'bidAnySize',
    ({ body }, { userId, programKey }) =>
      keys.run(programKey, { call: 'bidAnySize', body }, () => bidAnySize(trading, userId, body)),
    { preValidation: takeIdempotencyKey, preHandler },
  );
  answerCall(
    app,
    'changeOrder',
    ({ body }, { userId, programKey }) =>
      keys.run(programKey, { call: 'changeOrder', body }, () => changeOrder(trading, userId, body)),
    { preHandler },
  );
  answerCall(app, 'queuePlaces', ({ query }, { userId }) => readQueuePlaces(pool, userId, query.orders));
  answerCall(app, 'deleteAsk', ({ body }, { userId, programKey }) =>
    keys.run(programKey, { call: 'deleteAsk', body }, () => cancelOrder(trading, 'ask', userId, body)),
  );
  answerCall(app, 'deleteBid', ({ body }, { userId, programKey }) =>
    keys.run(programKey, { call: 'deleteBid', body }, () => cancelOrder(trading, 'bid', userId, body)),
  );
  answerCall(
    app,
    'orderBatch',
    async ({ body: { commands } }, request) => ({
      answers: await batches.run(commands as readonly BatchedCommand[], {
        userId: request.userId,
        key: request.programKey,
        refusalToOrder: async () => rightToOrder(request),
      }),
    }),
    { bodyLimit: LIST_LIMIT_BYTES, config: { requestsIn: (body) => requestsIn(body, 'commands') } },
  );
  answerCall(app, 'orderPairs', async ({ body }) => ({ pairs: await findPairs(body.pairs) }), {
    bodyLimit: LIST_LIMIT_BYTES,
    config: { requestsIn: (body) => requestsIn(body, 'pairs') },
  });
}

function requestsIn(body: unknown, list: string): number {
  return requestsOfBatch((body as Record<string, readonly unknown[]>)[list]?.length ?? 0);
}
