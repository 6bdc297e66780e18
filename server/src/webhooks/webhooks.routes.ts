import type { ProblemCode } from '@perkex/contract/problems.js';
import { DELIVERIES_PAGE, type OwnWebhook } from '@perkex/contract/webhooks.js';
import type { FastifyInstance, FastifyRequest, preHandlerHookHandler } from 'fastify';
import type pg from 'pg';
import { pageOf } from '../database/page-of.js';
import { type Transaction, transaction } from '../database/transaction.js';
import { answerCall } from '../http/calls.js';
import { limitUsers } from '../http/limit-users.js';
import { isRefusal, type Refusal } from '../http/problems.js';
import { saveAndNotify } from '../http/save-and-notify.js';
import type { Identity, SettingEvent } from '../users/identity.js';
import type { Sealing } from '../users/sealing.js';
import { readDeliveries, replayEvents } from './delivery-rows.js';
import {
  deleteWebhook,
  insertWebhook,
  readWebhook,
  readWebhooks,
  renewSecret,
  switchWebhook,
  updateWebhook,
} from './webhook-rows.js';
import { newWebhookSecret, placeOfSecret } from './webhook-secret.js';

const CHANGES_PER_HOUR = 60;

const PROOF_NEEDED = {
  refused: 'proof-needed',
  detail: "Confirm it's you, or log in again, to change your webhooks.",
} as const;

interface Options {
  readonly pool: pg.Pool;
  readonly identity: Pick<Identity, 'isStillSignedIn' | 'hasFreshProof' | 'noteSettingChange'>;
  /** Returns a new UUID. */
  readonly newId: () => string;
  /** Seals the secrets; null without a secret of the market. */
  readonly sealing: Sealing | null;
  /** Has due events delivered without waiting for the next look. */
  readonly wake: () => void;
  /** A user who may not order yet has nothing to be sent. */
  readonly requireRightToOrder: preHandlerHookHandler;
  readonly rateLimits: boolean;
}

/** The calls for a user's webhooks (orders-beyond.md, "Programs"). They are for people only. */
export function webhooksRoutes(
  app: FastifyInstance,
  { pool, identity, newId, sealing, wake, requireRightToOrder, rateLimits }: Options,
): void {
  const limited = rateLimits ? [limitUsers('changes of webhooks', CHANGES_PER_HOUR)] : [];

  /** Needs more than a session, which may be stolen: a webhook outlives it. */
  async function change<Problem extends ProblemCode = never>(
    request: FastifyRequest,
    event: SettingEvent,
    save: (tx: Transaction) => Promise<Refusal<Problem> | boolean>,
  ): Promise<Refusal<Problem | 'not-signed-in' | 'proof-needed'> | null> {
    const refusal = await transaction(pool, (tx) =>
      saveAndNotify<Problem | 'proof-needed'>(tx, identity, request, event, async () =>
        (await identity.hasFreshProof(tx, request.headers)) ? save(tx) : PROOF_NEEDED,
      ),
    );
    wake();
    return refusal;
  }

  /** Saves a new secret of a webhook, and answers with both. */
  async function answerWithSecret<Problem extends ProblemCode>(
    request: FastifyRequest,
    event: SettingEvent,
    id: string,
    save: (tx: Transaction, sealed: string) => Promise<Refusal<Problem> | null>,
  ) {
    if (sealing === null) {
      return { refused: 'webhooks-off' } as const;
    }
    const { userId } = request;
    const secret = newWebhookSecret();
    const sealed = sealing.seal(secret, placeOfSecret(userId, id));
    let webhook: OwnWebhook | null = null;
    const refusal = await change(request, event, async (tx) => {
      const refused = await save(tx, sealed);
      webhook = refused === null ? await readWebhook(tx, userId, id) : null;
      return refused ?? true;
    });
    if (refusal) {
      return refusal;
    }
    if (webhook === null) {
      throw new Error('The secret of a webhook was not saved.');
    }
    return { secret, webhook: webhook as OwnWebhook };
  }

  answerCall(app, 'webhooks', async (_parts, { userId }) => ({ webhooks: await readWebhooks(pool, userId) }));
  answerCall(
    app,
    'makeWebhook',
    async ({ body: { uid: _, ...terms } }, request) => {
      const id = newId();
      return answerWithSecret(request, 'webhook-made', id, (tx, secret) =>
        insertWebhook(tx, request.userId, { id, secret }, terms),
      );
    },
    { preHandler: [requireRightToOrder, ...limited] },
  );
  answerCall(
    app,
    'changeWebhook',
    async ({ body: { uid: _, webhook, ...terms } }, request) => {
      const refusal = await change(
        request,
        'webhook-changed',
        async (tx) => (await updateWebhook(tx, request.userId, webhook, terms)) ?? true,
      );
      return refusal ?? 'Your webhook is changed.';
    },
    { preHandler: limited },
  );
  answerCall(
    app,
    'renewWebhookSecret',
    async ({ body: { webhook } }, request) =>
      answerWithSecret(request, 'webhook-changed', webhook, (tx, secret) =>
        renewSecret(tx, request.userId, webhook, secret),
      ),
    { preHandler: limited },
  );
  answerCall(
    app,
    'switchWebhook',
    async ({ body: { webhook, isOn } }, request) => {
      const refusal = await change(
        request,
        'webhook-changed',
        async (tx) => (await switchWebhook(tx, request.userId, webhook, isOn)) ?? true,
      );
      return refusal ?? (isOn ? 'Your webhook is on.' : 'Your webhook is off.');
    },
    { preHandler: limited },
  );
  answerCall(
    app,
    'deleteWebhook',
    async ({ body: { webhook } }, request) => {
      const refusal = await change(request, 'webhook-deleted', (tx) =>
        deleteWebhook(tx, request.userId, webhook),
      );
      return refusal ?? 'Your webhook is deleted.';
    },
    { preHandler: limited },
  );
  answerCall(app, 'deliveries', async ({ params, query: { before, status = null } }, { userId }) => {
    const webhook = await readWebhook(pool, userId, params.webhook);
    if (webhook === null) {
      return { refused: 'unknown-webhook' };
    }
    const page = { before: before === undefined ? null : Number(before), status, limit: DELIVERIES_PAGE + 1 };
    const rows = await readDeliveries(pool, userId, params.webhook, page);
    const { shown, next } = pageOf(rows, DELIVERIES_PAGE, ({ number }) => number);
    return { webhook, deliveries: shown, next };
  });
  answerCall(
    app,
    'replayEvents',
    async ({ body: { webhook, from, to } }, { userId }) => {
      const events = await replayEvents(pool, userId, webhook, { from, to });
      if (isRefusal(events)) {
        return events;
      }
      wake();
      return { events };
    },
    { preHandler: limited },
  );
}
