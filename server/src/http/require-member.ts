import type { CallAddress } from '@perkex/contract/call-addresses.js';
import { isForRole, type Role } from '@perkex/contract/roles.js';
import type {
  FastifyReply,
  FastifyRequest,
  preParsingAsyncHookHandler,
  preValidationHookHandler,
} from 'fastify';
import type pg from 'pg';
import { type Transaction, transaction } from '../database/transaction.js';
import type { Identity } from '../users/identity.js';
import { holdRole, type Member, readMember } from '../users/members.js';
import { limitedAddress } from './client-address.js';
import type { FairQueue } from './fair-queue.js';
import { largeBodies } from './large-bodies.js';
import { sendProblem } from './problems.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The member of the session. Set by `requireMember`; null otherwise. */
    member: Member | null;
  }
  interface FastifyContextConfig {
    /** The users that a call is for; undefined for what is not a call. */
    readonly audience?: CallAddress['for'];
  }
}

/**
 * Lets only members of the call's role through. For everyone else the address is not found, as any unknown one. Members
 * without a second factor, and those whose last proof by it is too old, are refused (403).
 * @param rounds the fair queue of lookups, by address; null without limits
 */
export function requireMember(
  identity: Pick<Identity, 'memberLogin'>,
  pool: pg.Pool,
  rounds: FairQueue | null,
): preValidationHookHandler {
  return (request, reply, done) => {
    const { audience } = request.routeOptions.config;
    const read = () => readMember(identity, pool, request.headers);
    const asked = rounds ? rounds.run(limitedAddress(request.ip), read) : read();
    asked.then((found) => {
      if (!found || !isForRole(found.member.role, audience)) {
        reply.callNotFound();
      } else if (!found.login.hasSecondFactor) {
        sendProblem(reply, { refused: 'factor-needed' });
      } else if (!found.login.isProved) {
        sendProblem(reply, { refused: 'member-proof-needed' });
      } else {
        request.userId = found.login.userId;
        request.member = found.member;
        done();
      }
    }, done);
  };
}

/** The member of a request behind `requireMember`. */
export function memberOf({ member }: FastifyRequest): Member {
  if (!member) {
    throw new Error('A call of the desk was reached without a member.');
  }
  return member;
}

/**
 * Lets members of a role, and admins, send larger bodies (`largeBodies`).
 * @param role as the call has it
 */
export function largeBodiesOf(
  role: Role,
  identity: Pick<Identity, 'memberLogin'>,
  pool: pg.Pool,
): preParsingAsyncHookHandler {
  return largeBodies(async ({ headers }) => {
    const found = await readMember(identity, pool, headers);
    return found !== null && isForRole(found.member.role, role);
  });
}

/**
 * Makes a change only while the session is valid and the role unchanged. Both stay so until the change is committed.
 * For a user who is no longer such a member, the address is not found.
 */
export type ChangeByMember = <Answer>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (tx: Transaction) => Promise<Answer>,
) => Promise<Answer | FastifyReply>;

export function changesByMembers(pool: pg.Pool, identity: Pick<Identity, 'isStillSignedIn'>): ChangeByMember {
  return async (request, reply, work) => {
    const { headers, userId, member } = request;
    const answer = await transaction(pool, async (tx) => {
      const isHeld =
        (await identity.isStillSignedIn(tx, headers)) &&
        member !== null &&
        (await holdRole(tx, userId)) === member.role;
      return isHeld ? work(tx) : null;
    });
    if (answer === null) {
      reply.callNotFound();
      return reply;
    }
    return answer;
  };
}
