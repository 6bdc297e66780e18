import { ORDER_CALLS } from '@perkex/core/order-book/order.js';
import type { FastifyInstance } from 'fastify';
import { answerCall } from '../http/calls.js';
import { cancelOrder, placeOrder, type Trading } from './place-order.js';

/** POST /ask, /bid, /sell, /buy, /deleteAsk, /deleteBid (section 7). Registered behind the session. */
export function ordersRoutes(app: FastifyInstance, trading: Trading): void {
  const preHandler = trading.requireRightToOrder;
  for (const call of ORDER_CALLS) {
    answerCall(app, call, ({ body }, { userId }) => placeOrder(trading, call, userId, body), { preHandler });
  }
  answerCall(app, 'deleteAsk', ({ body }, { userId }) => cancelOrder(trading, 'ask', userId, body));
  answerCall(app, 'deleteBid', ({ body }, { userId }) => cancelOrder(trading, 'bid', userId, body));
}
