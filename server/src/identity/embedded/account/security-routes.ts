import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { CookieNaming } from '../cookies.js';
import { unlinkGithub } from '../github/github-users.js';
import type { KnownBrowsers } from '../limits/known-browsers.js';
import type { PasswordGate } from '../limits/password-gate.js';
import { asFields } from '../passwords/credentials.js';
import { passwordChange } from '../passwords/password-change.js';
import { refuse } from '../refusals.js';
import { trustedDeviceCookie } from '../second-factor/trusted-devices.js';
import { identityCalls } from '../service/identity-calls.js';
import { endOtherSessions, endOwnSession } from '../sessions/open-sessions.js';
import type { AccountOwner, AccountOwners } from './account-owner.js';
import { loginSecurity } from './login-security.js';
import type { TellOwner } from './owner-notices.js';

export interface SecurityRoutesOptions {
  readonly pool: pg.Pool;
  readonly publicUrl: string;
  readonly cookies: CookieNaming;
  readonly owners: AccountOwners;
  readonly gate: PasswordGate;
  readonly knownBrowsers: KnownBrowsers;
  readonly tellOwner: TellOwner;
}

/** What somebody sees of their own login, and the end of their sessions. */
export function securityRoutes(
  scope: FastifyInstance,
  { pool, publicUrl, cookies, owners, gate, knownBrowsers, tellOwner }: SecurityRoutesOptions,
): void {
  const trustCookie = trustedDeviceCookie(cookies);
  const deviceOf = ({ headers }: FastifyRequest) => trustCookie.read(headers.cookie);

  async function end({ userId }: AccountOwner, request: FastifyRequest): Promise<Response> {
    const { id } = asFields(request.body);
    const isId = typeof id === 'string' && !id.includes('\0');
    const isEnded = isId && (await endOwnSession(pool, userId, id, deviceOf(request)));
    return isEnded ? Response.json({ status: true }) : NO_SUCH_SESSION();
  }

  async function endOthers({ userId, sessionId }: AccountOwner, request: FastifyRequest): Promise<Response> {
    await endOtherSessions(pool, userId, sessionId, deviceOf(request));
    return Response.json({ status: true });
  }

  async function unlink(owner: AccountOwner, { body }: FastifyRequest): Promise<Response> {
    const refusal = await owners.refusePassword(owner, body);
    if (refusal) {
      return refusal;
    }
    if (await unlinkGithub(pool, owner.userId)) {
      tellOwner(owner, 'github-unlinked');
    }
    return Response.json({ status: true });
  }

  const { get, post } = identityCalls(scope, publicUrl);
  get(
    '/security',
    'How the signed-in user logs in, and where',
    owners.asOwner(async (owner) => Response.json(await loginSecurity(pool, owner))),
  );
  post('/sessions/end', 'End one of the own sessions, {id}', owners.asOwner(end));
  post('/sessions/end-others', 'End all own sessions but this one', owners.asOwner(endOthers));
  post(
    '/password',
    'Change the password, {password, newPassword}, and end all own sessions but this one',
    owners.asOwner(passwordChange({ pool, owners, gate, knownBrowsers, deviceOf, tellOwner })),
  );
  post('/github/unlink', 'Unlink the GitHub account, {password}', owners.asOwner(unlink));
}

const NO_SUCH_SESSION = () => refuse(404, 'NO_SUCH_SESSION', 'This session has ended already.');
