import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { refuseForeignOrigins } from '../../../http/origins.js';
import { asFields } from '../passwords/credentials.js';
import { refuse } from '../refusals.js';
import { BASE_PATH } from '../service/identity-service.js';
import { documented, respond } from '../service/service-answer.js';
import { endOtherSessions, endOwnSession } from '../sessions/open-sessions.js';
import type { AccountOwner, AccountOwners } from './account-owner.js';
import { loginSecurity } from './login-security.js';

export interface SecurityRoutesOptions {
  readonly pool: pg.Pool;
  readonly publicUrl: string;
  readonly owners: AccountOwners;
}

/** What somebody sees of their own login, and the end of their sessions. */
export function securityRoutes(
  scope: FastifyInstance,
  { pool, publicUrl, owners }: SecurityRoutesOptions,
): void {
  const onRequest = refuseForeignOrigins(publicUrl);

  async function end({ userId }: AccountOwner, body: unknown): Promise<Response> {
    const { id } = asFields(body);
    const isEnded = typeof id === 'string' && !id.includes('\0') && (await endOwnSession(pool, userId, id));
    return isEnded ? Response.json({ status: true }) : NO_SUCH_SESSION();
  }

  async function endOthers({ userId, sessionId }: AccountOwner): Promise<Response> {
    await endOtherSessions(pool, userId, sessionId);
    return Response.json({ status: true });
  }

  scope.get(
    `${BASE_PATH}/security`,
    { ...documented('How the signed-in user logs in, and where'), exposeHeadRoute: false },
    (request, reply) =>
      respond(
        reply,
        owners.answer(request, async (owner) => Response.json(await loginSecurity(pool, owner))),
      ),
  );
  scope.post(
    `${BASE_PATH}/sessions/end`,
    { ...documented('End one of the own sessions, {id}'), onRequest },
    (request, reply) =>
      respond(
        reply,
        owners.answer(request, (owner) => end(owner, request.body)),
      ),
  );
  scope.post(
    `${BASE_PATH}/sessions/end-others`,
    { ...documented('End all own sessions but this one'), onRequest },
    (request, reply) => respond(reply, owners.answer(request, endOthers)),
  );
}

const NO_SUCH_SESSION = () => refuse(404, 'NO_SUCH_SESSION', 'This session has ended already.');
