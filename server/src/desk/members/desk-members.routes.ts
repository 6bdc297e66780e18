import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { answerCall } from '../../http/calls.js';
import { hourlyLimits } from '../../http/limit-users.js';
import { isRefusal } from '../../http/problems.js';
import { changesByMembers } from '../../http/require-member.js';
import { whileSignedIn } from '../../http/while-signed-in.js';
import type { Identity } from '../../users/identity.js';
import { listMembers } from '../../users/members.js';
import { acceptInvitation, inviteMember, listInvitations, withdrawInvitation } from './invitations.js';
import type { MemberMails } from './member-mails.js';

const INVITATIONS_PER_HOUR = 60;
/** A code cannot be guessed. */
const ACCEPTANCES_PER_HOUR = 60;

interface Options {
  readonly pool: pg.Pool;
  readonly identity: Pick<Identity, 'isStillSignedIn'>;
  /** Null where the market sends no mails. */
  readonly mails: MemberMails | null;
  readonly rateLimits: boolean;
}

/** The calls of admins about members and invitations (after-the-trade.md, "The desk"). */
export function deskMembersRoutes(
  app: FastifyInstance,
  { pool, identity, mails, rateLimits }: Options,
): void {
  const limitPerHour = hourlyLimits(rateLimits);
  const change = changesByMembers(pool, identity);
  const limited = limitPerHour('invitations', INVITATIONS_PER_HOUR);
  const readAll = async () => {
    const [members, invitations] = await Promise.all([listMembers(pool), listInvitations(pool)]);
    return {
      members: members.map(({ name, role }) => ({ name, role })),
      invitations,
      canInvite: mails !== null,
    };
  };

  answerCall(app, 'deskMembers', readAll);
  answerCall(
    app,
    'inviteMember',
    async ({ body: { invitation: id, email, role, name } }, request, reply) => {
      if (!mails) {
        return { refused: 'no-invitations' };
      }
      const invited = await change(request, reply, async (tx) => {
        const result = await inviteMember(tx, request, { id, email: email.trim().toLowerCase(), role, name });
        if (result === true) {
          await mails.invite(tx, id);
        }
        return result;
      });
      return typeof invited === 'boolean' ? readAll() : invited;
    },
    limited,
  );
  answerCall(
    app,
    'withdrawInvitation',
    async ({ body: { invitation } }, request, reply) => {
      const withdrawn = await change(
        request,
        reply,
        async (tx) => (await withdrawInvitation(tx, request, invitation)) ?? 'withdrawn',
      );
      return withdrawn === 'withdrawn' ? readAll() : withdrawn;
    },
    limited,
  );
}

/** The call of a user who accepts an invitation. */
export function invitationRoutes(
  app: FastifyInstance,
  { pool, identity, mails, rateLimits }: Options & { readonly mails: MemberMails },
): void {
  const limitPerHour = hourlyLimits(rateLimits);

  answerCall(
    app,
    'acceptInvitation',
    async ({ body: { code } }, request) => {
      const { userId, id: requestId } = request;
      const accepted = await whileSignedIn(pool, identity, request, async (tx) => {
        const result = await acceptInvitation(tx, { userId, requestId }, code, mails.mailboxesOf);
        if (!isRefusal(result)) {
          await mails.announce(tx, result);
        }
        return result;
      });
      return isRefusal(accepted)
        ? accepted
        : `You are a member now, as ${accepted.name}, with the role ${accepted.role}.`;
    },
    limitPerHour('invitations', ACCEPTANCES_PER_HOUR),
  );
}
