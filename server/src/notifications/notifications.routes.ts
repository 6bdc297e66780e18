import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { answerCall } from '../http/calls.js';
import { whileSignedIn } from '../http/while-signed-in.js';
import type { Identity } from '../users/identity.js';
import { readMailChoicesOf, saveMailChoice } from './notification-mail-choices.js';
import { countUnread, markRead, readNotices } from './read-notifications.js';

export interface NotificationsRoutesOptions {
  readonly pool: pg.Pool;
  readonly identity: Pick<Identity, 'isStillSignedIn'>;
  /** True if notifications can be sent by mail. */
  readonly hasMails: boolean;
  /** Called when the user has read notifications. */
  readonly onRead: (userId: string) => void;
}

/** The calls about a user's own notifications. They require a session. */
export function notificationsRoutes(
  app: FastifyInstance,
  { pool, identity, hasMails, onRead }: NotificationsRoutesOptions,
): void {
  async function mark(userId: string, id: string, older: boolean) {
    const marked = await markRead(pool, userId, id, { older });
    if (marked === null) {
      return { refused: 'unknown-notice' } as const;
    }
    if (marked > 0) {
      onRead(userId);
    }
    return { unread: await countUnread(pool, userId) };
  }

  function mailsTo({ session }: FastifyRequest) {
    if (!hasMails) {
      return 'unavailable';
    }
    return session?.signedIn.isEmailProved ? 'on' : 'unproved';
  }

  answerCall(app, 'notices', ({ query }, { userId }) => readNotices(pool, userId, query.before));
  answerCall(app, 'unreadNotices', async (_parts, { userId }) => ({
    unread: await countUnread(pool, userId),
  }));
  answerCall(app, 'readNotice', ({ body }, { userId }) => mark(userId, body.id, false));
  answerCall(app, 'readNotices', ({ body }, { userId }) => mark(userId, body.upTo, true));
  answerCall(app, 'noticeSettings', async (_parts, request) => ({
    mails: mailsTo(request),
    kinds: await readMailChoicesOf(pool, request.userId),
  }));
  answerCall(app, 'noticeMail', ({ body: { kind, isOn } }, request) =>
    whileSignedIn(pool, identity, request, async (tx) => {
      await saveMailChoice(tx, request.userId, kind, isOn);
      return `These mails are turned ${isOn ? 'on' : 'off'}.`;
    }),
  );
}
