import type { DeskUser } from '@perkex/contract/desk-users.js';
import type { Holidays } from '@perkex/core/deals/working-days.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Transaction } from '../../database/transaction.js';
import { answerCall } from '../../http/calls.js';
import { hourlyLimits } from '../../http/limit-users.js';
import type { Refusal } from '../../http/problems.js';
import { changesByMembers, memberOf } from '../../http/require-member.js';
import type { Identity } from '../../users/identity.js';
import { blockUser, deferUser, limitUser, noteUser, unblockUser } from './decide-user.js';
import { findUsers, readUserRows } from './find-users.js';
import { readUser, readUserDeals, type UserSources } from './read-user.js';
import type { UserBlocks } from './user-blocks.js';

/** Enough for the work with users, and too few to copy all of them. */
const SEARCHES_PER_HOUR = 600;
const DECISIONS_PER_HOUR = 600;

const UNKNOWN = { refused: 'unknown-user' } as const;
const OWN = { refused: 'own-account' } as const;

interface Options extends UserSources {
  readonly identity: Pick<Identity, 'directory' | 'isStillSignedIn'>;
  readonly holidays: Holidays;
  readonly blocks: UserBlocks;
  readonly rateLimits: boolean;
}

/** The calls of admins about users (after-the-trade.md, "The desk"). Nothing in them signs in as a user. */
export function deskUsersRoutes(app: FastifyInstance, options: Options): void {
  const { pool, identity, holidays, blocks, rateLimits } = options;
  const change = changesByMembers(pool, identity);
  const limitPerHour = hourlyLimits(rateLimits);
  const searching = limitPerHour('searches of users', SEARCHES_PER_HOUR);
  const deciding = limitPerHour('decisions about users', DECISIONS_PER_HOUR);

  answerCall(app, 'deskUsers', ({ query: { search } }) => findUsers(pool, identity, search), searching);
  answerCall(
    app,
    'deskUser',
    async ({ params: { user } }, request) =>
      (await readUser(options, user, memberOf(request).userId)) ?? UNKNOWN,
    searching,
  );
  answerCall(
    app,
    'deskUserDeals',
    async ({ params: { user }, query }) =>
      (await isUser(user)) ? readUserDeals(pool, holidays, user, query) : UNKNOWN,
    searching,
  );
  answerCall(
    app,
    'blockUser',
    ({ body: { user: userId, reason } }, request, reply) =>
      decide(userId, request, reply, (tx) => blockUser(tx, request, blocks, { userId, reason })),
    deciding,
  );
  answerCall(
    app,
    'unblockUser',
    ({ body: { user: userId, reason } }, request, reply) =>
      decide(userId, request, reply, (tx) => unblockUser(tx, request, blocks, { userId, reason })),
    deciding,
  );
  answerCall(
    app,
    'limitUser',
    ({ body }, request, reply) => decide(body.user, request, reply, (tx) => limitUser(tx, request, body)),
    deciding,
  );
  answerCall(
    app,
    'deferDebt',
    ({ body: { user: userId } }, request, reply) =>
      decide(userId, request, reply, (tx) => deferUser(tx, request, { userId })),
    deciding,
  );
  answerCall(
    app,
    'noteUser',
    ({ body: { user: userId, note: id, text } }, request, reply) =>
      decide(userId, request, reply, (tx) => noteUser(tx, request, { userId, id, words: text.trim() })),
    deciding,
  );

  async function isUser(userId: string): Promise<boolean> {
    return (await readUserRows(pool, identity, [userId])).length > 0;
  }

  /** Decides about a user, and answers with them. Members do not decide about themselves. */
  async function decide<Refused extends Refusal<'already-decided'> | null>(
    userId: string,
    request: FastifyRequest,
    reply: FastifyReply,
    work: (tx: Transaction) => Promise<Refused>,
  ): Promise<DeskUser | NonNullable<Refused> | Refusal<'own-account' | 'unknown-user'> | FastifyReply> {
    const member = memberOf(request);
    if (!(await isUser(userId))) {
      return UNKNOWN;
    }
    const decided = await change(request, reply, async (tx) =>
      member.userId === userId ? OWN : ((await work(tx)) ?? 'decided'),
    );
    return decided === 'decided' ? ((await readUser(options, userId, member.userId)) ?? UNKNOWN) : decided;
  }
}
