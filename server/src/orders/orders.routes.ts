import { requestsOfBatch } from '@perkex/contract/order-batch.js';
import { ORDER_CALLS } from '@perkex/core/order-book/order.js';
import type { FastifyInstance } from 'fastify';
import { answerCall } from '../http/calls.js';
import { type RightToOrder, requireRightToOrder } from '../http/session.js';
import { takeIdempotencyKey } from '../keys/idempotency-key.js';
import type { KeysOfOrders } from '../keys/keys-of-orders.js';
import { changeOrder } from './change-order.js';
import type { BatchedCommand, OrderBatches } from './order-batches.js';
import { cancelOrder, placeOrder, type Trading } from './place-order.js';

/** 500 commands of a kilobyte. */
const BATCH_BYTES = 512 * 1024;

interface Options {
  readonly trading: Trading;
  readonly rightToOrder: RightToOrder;
  readonly keys: KeysOfOrders;
  readonly batches: OrderBatches;
}

/**
 * POST /ask, /bid, /sell, /buy, /deleteAsk, /deleteBid (section 7), /changeOrder and /orders/batch. Registered behind the
 * session.
 */
export function ordersRoutes(app: FastifyInstance, { trading, rightToOrder, keys, batches }: Options): void {
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
    'changeOrder',
    ({ body }, { userId, programKey }) =>
      keys.run(programKey, { call: 'changeOrder', body }, () => changeOrder(trading, userId, body)),
    { preHandler },
  );
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
    { bodyLimit: BATCH_BYTES, config: { requestsIn: requestsInBatch } },
  );
}

function requestsInBatch(body: unknown): number {
  return requestsOfBatch((body as { commands: readonly unknown[] }).commands.length);
}
