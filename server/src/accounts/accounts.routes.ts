import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { type Transaction, transaction } from '../database/transaction.js';
import { answerCall } from '../http/calls.js';
import type { Identity } from '../http/identity.js';
import { limitUsers } from '../http/limit-users.js';
import type { Refusal } from '../http/problems.js';
import { ensureAccount } from './ensure-account.js';
import { exportUserData } from './export-user-data.js';
import { readHistory } from './read-trades.js';
import { readUserData } from './read-user-data.js';
import { savePayment, savePayout, saveShipping } from './save-settings.js';

/** An export reads everything of a user, however much that is. */
const EXPORTS_PER_HOUR = 6;
const HOUR_SECONDS = 60 * 60;

/** The calls of section 7 about a user's own data. Registered behind the session. */
export function accountsRoutes(
  app: FastifyInstance,
  pool: pg.Pool,
  identity: Pick<Identity, 'isStillSignedIn' | 'exportAccount'>,
  rateLimits: boolean,
): void {
  /** Saves a setting while the session lasts: what a stranger sends as the account is taken over must not stay. */
  function saveFor(
    { headers }: FastifyRequest,
    sentence: string,
    save: (tx: Transaction) => Promise<void>,
  ): Promise<string | Refusal<'not-signed-in'>> {
    return transaction(pool, async (tx) => {
      if (!(await identity.isStillSignedIn(tx, headers))) {
        return { refused: 'not-signed-in' };
      }
      await save(tx);
      return sentence;
    });
  }

  answerCall(app, 'userData', (_parts, { userId }) => readUserData(pool, userId));
  answerCall(app, 'history', ({ query }, { userId }) => readHistory(pool, userId, query.side, query.before));
  answerCall(
    app,
    'exportUserData',
    async (_parts, { userId }, reply) => {
      const document = await exportUserData(pool, userId, await identity.exportAccount(userId));
      return reply
        .header('content-disposition', 'attachment; filename="perkex-export.json"')
        .type('application/json; charset=utf-8')
        .send(document);
    },
    rateLimits ? { preHandler: limitUsers('exports', EXPORTS_PER_HOUR, HOUR_SECONDS) } : {},
  );
  answerCall(app, 'createUserData', async (_parts, { userId }) => {
    await ensureAccount(pool, userId);
    return 'Your account is ready.';
  });
  answerCall(app, 'shipping', ({ body: { uid: _, ...shipping } }, request) =>
    saveFor(request, 'Your shipping is saved.', (tx) => saveShipping(tx, request.userId, shipping)),
  );
  answerCall(app, 'payout', ({ body: { payout } }, request) =>
    saveFor(request, 'Your payout is saved.', (tx) => savePayout(tx, request.userId, payout)),
  );
  answerCall(app, 'payment', ({ body: { payment } }, request) =>
    saveFor(request, 'Your payment is saved.', (tx) => savePayment(tx, request.userId, payment)),
  );
}
