import {
  createUserDataBodySchema,
  historyQuerySchema,
  historySchema,
  paymentBodySchema,
  payoutBodySchema,
  shippingBodySchema,
  uidParamsSchema,
  userDataSchema,
} from '@perkex/contract/user-data.js';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type pg from 'pg';
import { type Transaction, transaction } from '../database/transaction.js';
import { sendSentence } from '../http/answers.js';
import { ANSWERS_WITH_SENTENCE, answersWith } from '../http/documentation.js';
import { type Refusal, sendProblem } from '../http/problems.js';
import type { Identity } from '../identity/identity.js';
import { ensureAccount } from './ensure-account.js';
import { readHistory } from './read-trades.js';
import { readUserData } from './read-user-data.js';
import { savePayment, savePayout, saveShipping } from './save-settings.js';

/** The calls of section 7 about a user's own data. Registered behind the session. */
export function accountsRoutes(
  app: FastifyInstance,
  pool: pg.Pool,
  identity: Pick<Identity, 'isStillSignedIn'>,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['accounts'];

  /** Saves a setting while the session lasts: what a stranger sends as the account is taken over must not stay. */
  function saveFor(
    { headers }: FastifyRequest,
    sentence: string,
    save: (tx: Transaction) => Promise<void>,
  ): Promise<string | Refusal> {
    return transaction(pool, async (tx) => {
      if (!(await identity.isStillSignedIn(tx, headers))) {
        return { refused: 'not-signed-in' };
      }
      await save(tx);
      return sentence;
    });
  }

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
  routes.get(
    '/history',
    {
      schema: {
        summary: 'Past sales or purchases of the session’s user, newest first, page by page',
        tags,
        querystring: historyQuerySchema,
        response: answersWith(historySchema),
      },
    },
    async (request, reply) => {
      const { side, before } = request.query;
      const history = await readHistory(pool, request.uid, side, before);
      return 'refused' in history ? sendProblem(reply, history) : history;
    },
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
      const saving = saveFor(request, 'Your shipping is saved.', (tx) =>
        saveShipping(tx, request.uid, shipping),
      );
      return sendSentence(reply, await saving);
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
      const { uid, body } = request;
      const saving = saveFor(request, 'Your payout is saved.', (tx) => savePayout(tx, uid, body.payout));
      return sendSentence(reply, await saving);
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
      const { uid, body } = request;
      const saving = saveFor(request, 'Your payment is saved.', (tx) => savePayment(tx, uid, body.payment));
      return sendSentence(reply, await saving);
    },
  );
}
