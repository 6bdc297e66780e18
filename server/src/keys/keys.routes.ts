import type { OwnKey } from '@perkex/contract/keys.js';
import type { ProblemCode } from '@perkex/contract/problems.js';
import type { FastifyInstance, FastifyRequest, preHandlerHookHandler } from 'fastify';
import type pg from 'pg';
import type { Transaction } from '../database/transaction.js';
import { beginUserEvents } from '../drop-copy/save-user-events.js';
import type { Feed } from '../feed/feed.js';
import { answerCall } from '../http/calls.js';
import { limitUsers } from '../http/limit-users.js';
import type { Refusal } from '../http/problems.js';
import { saveAndNotify } from '../http/save-and-notify.js';
import { noteSessionsOf, SessionChanges } from '../identity/embedded/base/session-changes.js';
import type { AccountNews } from '../notifications/account-news.js';
import type { Identity, SettingEvent } from '../users/identity.js';
import { deleteKey, insertKey, readKeys, updateKey } from './key-rows.js';
import { hashOfKey, newKeyText } from './key-text.js';

const CHANGES_PER_HOUR = 60;

const PROOF_NEEDED = {
  refused: 'proof-needed',
  detail: "Confirm it's you, or log in again, to change your keys.",
} as const;

interface Options {
  readonly pool: pg.Pool;
  readonly identity: Pick<Identity, 'isStillSignedIn' | 'hasFreshProof' | 'noteSettingChange'>;
  readonly feed: Feed;
  /** Returns a new UUID. */
  readonly newId: () => string;
  readonly keyNews: AccountNews;
  /** A key may not do what its user may not do yet. */
  readonly requireRightToOrder: preHandlerHookHandler;
  readonly rateLimits: boolean;
}

/** The calls for a user's keys (orders-beyond.md, "Programs"). They are for people only. */
export function keysRoutes(
  app: FastifyInstance,
  { pool, identity, feed, newId, keyNews, requireRightToOrder, rateLimits }: Options,
): void {
  // Changed keys are reported to all servers as changed sessions are.
  const sessions = new SessionChanges(pool, feed);
  const limited = rateLimits ? [limitUsers('changes of keys', CHANGES_PER_HOUR)] : [];

  /** Needs more than a session, which may be stolen: a key outlives it. Ends the event streams of the user's keys. */
  function change<Problem extends ProblemCode = never>(
    request: FastifyRequest,
    event: SettingEvent,
    save: (tx: Transaction) => Promise<Refusal<Problem> | boolean>,
  ): Promise<Refusal<Problem | 'not-signed-in' | 'proof-needed'> | null> {
    return sessions.transaction((tx) =>
      saveAndNotify<Problem | 'proof-needed'>(tx, identity, request, event, async () => {
        if (!(await identity.hasFreshProof(tx, request.headers))) {
          return PROOF_NEEDED;
        }
        const saved = await save(tx);
        if (saved === true) {
          noteSessionsOf(tx, request.userId);
        }
        return saved;
      }),
    );
  }

  answerCall(app, 'keys', async (_parts, { userId }) => ({ keys: await readKeys(pool, userId) }));
  answerCall(
    app,
    'makeKey',
    async ({ body: { uid: _, ...terms } }, request) => {
      const { userId } = request;
      const [id, text] = [newId(), newKeyText()];
      let made: OwnKey | undefined;
      const refusal = await change(request, 'key-made', async (tx) => {
        const refused = await insertKey(tx, userId, { id, hash: hashOfKey(text) }, terms);
        if (refused) {
          return refused;
        }
        made = (await readKeys(tx, userId)).find(({ key }) => key === id);
        await beginUserEvents(tx, userId);
        await keyNews.send(tx, userId);
        return true;
      });
      if (refusal) {
        return refusal;
      }
      if (!made) {
        throw new Error('A key was not made.');
      }
      return { text, key: made };
    },
    { preHandler: [requireRightToOrder, ...limited] },
  );
  answerCall(
    app,
    'changeKey',
    async ({ body: { uid: _, key, ...terms } }, request) => {
      const refusal = await change(
        request,
        'key-changed',
        async (tx) => (await updateKey(tx, request.userId, key, terms)) ?? true,
      );
      return refusal ?? 'Your key is changed.';
    },
    { preHandler: limited },
  );
  answerCall(
    app,
    'revokeKey',
    async ({ body: { key } }, request) => {
      const refusal = await change(request, 'key-revoked', (tx) => deleteKey(tx, request.userId, key));
      return refusal ?? 'Your key is revoked.';
    },
    { preHandler: limited },
  );
}
