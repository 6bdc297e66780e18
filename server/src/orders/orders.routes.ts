import { cancellationBodySchema, orderBodySchema } from '@perkex/contract/orders.js';
import type { OrderCall, Side } from '@perkex/core/order-book/order.js';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { sendSentence } from '../http/answers.js';
import { ANSWERS_WITH_SENTENCE } from '../http/documentation.js';
import { cancelOrder, placeOrder, type Trading } from './place-order.js';

const CALLS: Readonly<Record<OrderCall, string>> = {
  ask: 'Place an ask; it trades at once with a bid that is as high',
  bid: 'Place a bid; it trades at once with an ask that is as low',
  sell: 'Sell now, at the highest bid that is not below the price',
  buy: 'Buy now, at the lowest ask that is not above the price',
};

const CANCELLATIONS: Readonly<Record<string, Side>> = { deleteAsk: 'ask', deleteBid: 'bid' };

/** POST /ask, /bid, /sell, /buy, /deleteAsk, /deleteBid (section 7). Registered behind the session. */
export function ordersRoutes(app: FastifyInstance, trading: Trading): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  for (const [call, summary] of Object.entries(CALLS) as [OrderCall, string][]) {
    routes.post(
      `/${call}`,
      {
        schema: { summary, tags: ['orders'], body: orderBodySchema, response: ANSWERS_WITH_SENTENCE },
        preHandler: trading.requireRightToOrder,
      },
      async (request, reply) =>
        sendSentence(reply, await placeOrder(trading, call, request.uid, request.body)),
    );
  }
  for (const [path, side] of Object.entries(CANCELLATIONS)) {
    routes.post(
      `/${path}`,
      {
        schema: {
          summary: `Remove an own open ${side}`,
          tags: ['orders'],
          body: cancellationBodySchema,
          response: ANSWERS_WITH_SENTENCE,
        },
      },
      async (request, reply) =>
        sendSentence(reply, await cancelOrder(trading, side, request.uid, request.body)),
    );
  }
}
