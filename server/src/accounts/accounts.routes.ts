import {
  createUserDataBodySchema,
  paymentBodySchema,
  payoutBodySchema,
  shippingBodySchema,
  uidParamsSchema,
  userDataSchema,
} from '@perkex/contract/user-data.js';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type pg from 'pg';
import { sendSentence } from '../http/answers.js';
import { ANSWERS_WITH_SENTENCE, answersWith } from '../http/documentation.js';
import { ensureAccount } from './ensure-account.js';
import { readUserData } from './read-user-data.js';
import { savePayment, savePayout, saveShipping } from './save-settings.js';

/** The calls of section 7 about a user's own data. Registered behind the session. */
export function accountsRoutes(app: FastifyInstance, pool: pg.Pool): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['accounts'];
  routes.get(
    '/getUserData/:uid',
    {
      schema: {
        summary: 'Orders, trades and settings of the session’s user',
        tags,
        params: uidParamsSchema,
        response: answersWith(userDataSchema),
      },
    },
    (request) => readUserData(pool, request.uid),
  );
  routes.post(
    '/createUserData',
    {
      schema: {
        summary: 'Make the user’s data; again changes nothing',
        tags,
        body: createUserDataBodySchema,
        response: ANSWERS_WITH_SENTENCE,
      },
    },
    async (request, reply) => {
      await ensureAccount(pool, request.uid);
      return sendSentence(reply, 'Your account is ready.');
    },
  );
  routes.post(
    '/shipping',
    {
      schema: {
        summary: 'Set the shipping address',
        tags,
        body: shippingBodySchema,
        response: ANSWERS_WITH_SENTENCE,
      },
    },
    async (request, reply) => {
      const { uid: _, ...shipping } = request.body;
      await saveShipping(pool, request.uid, shipping);
      return sendSentence(reply, 'Your shipping is saved.');
    },
  );
  routes.post(
    '/payout',
    {
      schema: {
        summary: 'Set how to be paid',
        tags,
        body: payoutBodySchema,
        response: ANSWERS_WITH_SENTENCE,
      },
    },
    async (request, reply) => {
      await savePayout(pool, request.uid, request.body.payout);
      return sendSentence(reply, 'Your payout is saved.');
    },
  );
  routes.post(
    '/payment',
    {
      schema: {
        summary: 'Set how to pay',
        tags,
        body: paymentBodySchema,
        response: ANSWERS_WITH_SENTENCE,
      },
    },
    async (request, reply) => {
      await savePayment(pool, request.uid, request.body.payment);
      return sendSentence(reply, 'Your payment is saved.');
    },
  );
}
