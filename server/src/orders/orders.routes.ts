import { ORDER_CALLS } from '@perkex/core/order-book/order.js';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { answerCall } from '../http/calls.js';
import { takeIdempotencyKey } from '../keys/idempotency-key.js';
import type { KeysOfOrders } from '../keys/keys-of-orders.js';
import { changedOrderId, changeOrder } from './change-order.js';
import { cancelOrder, placeOrder, type Trading } from './place-order.js';
import { readQueuePlaces } from './read-queue-places.js';

/** POST /ask, /bid, /sell, /buy, /deleteAsk, /deleteBid (section 7), /changeOrder, and GET /queue. Registered behind the session. */
export function ordersRoutes(
  app: FastifyInstance,
  pool: pg.Pool,
  trading: Trading,
  keys: KeysOfOrders,
): void {
  const placing = { preValidation: takeIdempotencyKey, preHandler: trading.requireRightToOrder };
  for (const call of ORDER_CALLS) {
    answerCall(
      app,
      call,
      ({ body }, { userId, programKey }) =>
        keys.place(programKey, call, body, () => placeOrder(trading, call, userId, body)),
      placing,
    );
  }
  answerCall(
    app,
    'changeOrder',
    ({ body }, { userId, programKey }) =>
      keys.change(programKey, body, changedOrderId, () => changeOrder(trading, userId, body)),
    { preHandler: trading.requireRightToOrder },
  );
  answerCall(app, 'queuePlaces', ({ query }, { userId }) => readQueuePlaces(pool, userId, query.orders));
  answerCall(app, 'deleteAsk', ({ body }, { userId, programKey }) =>
    keys.cancel(programKey, 'ask', body, () => cancelOrder(trading, 'ask', userId, body)),
  );
  answerCall(app, 'deleteBid', ({ body }, { userId, programKey }) =>
    keys.cancel(programKey, 'bid', body, () => cancelOrder(trading, 'bid', userId, body)),
  );
}
