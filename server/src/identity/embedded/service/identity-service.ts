import { MIN_PASSWORD_LENGTH } from '@perkex/contract/identity.js';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError } from 'better-auth/api';
import { betterAuth } from 'better-auth/minimal';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { trustedOrigins } from '../../../http/trusted-origins.js';
import { aliasOf } from '../../email-alias.js';
import { identityLogins, identitySessions, identityUsers, identityVerifications } from '../../schema.js';
import type { CookieNaming } from '../cookies.js';
import { passwordHashing } from '../passwords/password-hash.js';
import type { SecondFactorDemands } from '../second-factor/second-factor-demands.js';
import { endOldestSessions } from '../sessions/open-sessions.js';
import { sessionStarter } from '../sessions/session-starter.js';
import { type ServiceLog, serviceLogger } from './service-log.js';
import { CLIENT_ADDRESS_HEADER, serviceHeaders, serviceRequest } from './service-request.js';

export const BASE_PATH = '/api/auth';
export const PASSWORD_SIGN_IN = '/sign-in/email';
export const PASSWORD_LENGTH = { least: MIN_PASSWORD_LENGTH, most: 128 } as const;

export interface IdentityServiceOptions {
  readonly pool: pg.Pool;
  /** The origin that browsers use. Nothing is ever built from a request's Host. */
  readonly publicUrl: string;
  /** Signs the session cookies. */
  readonly secret: string;
  readonly log: ServiceLog;
  readonly cookies: CookieNaming;
  readonly demands: SecondFactorDemands;
}

/** The code of a sign-in whose password is good, and whose session waits for a second factor. */
export const SECOND_FACTOR_NEEDED = 'SECOND_FACTOR_NEEDED';

/** A session that was just made: its token, for the server alone, and the cookies for its browser. */
export interface StartedSession {
  readonly token: string;
  readonly headers: Headers;
}

export type StartSession = (
  request: FastifyRequest,
  user: { readonly userId: string; readonly remember: boolean },
) => Promise<StartedSession>;

export interface IdentityService {
  /** Has better-auth answer one of its calls. */
  ask(request: FastifyRequest, call: string, fields?: unknown): Promise<Response>;
  readonly startSession: StartSession;
}

/**
 * better-auth with e-mail and password on our tables. It answers refusals; it rejects, instead of answering 500, with
 * whatever a password check or the database rejected with.
 */
export function createIdentityService(options: IdentityServiceOptions): IdentityService {
  const { publicUrl, secret, log, cookies, demands } = options;
  const auth = betterAuth({
    appName: 'PerkeX',
    baseURL: new URL(publicUrl).origin,
    basePath: BASE_PATH,
    // The list keeps an environment variable of better-auth's own from replacing the secret.
    secret,
    secrets: [{ version: 1, value: secret }],
    trustedOrigins: trustedOrigins(publicUrl),
    database: identityTables(options.pool),
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: PASSWORD_LENGTH.least,
      maxPasswordLength: PASSWORD_LENGTH.most,
      password: passwordHashing,
    },
    databaseHooks: {
      session: {
        create: {
          // Before there is a session at all: one that waits for a second factor could be stolen meanwhile.
          async before({ userId }, context) {
            if (context?.path !== PASSWORD_SIGN_IN) {
              return;
            }
            const demand = await demands.demandOf(userId, context.headers?.get('cookie') ?? undefined);
            if (demand) {
              throw new APIError('FORBIDDEN', { code: SECOND_FACTOR_NEEDED, userId, demand });
            }
          },
          // When the new session is committed: of several at once, the last to look sees them all.
          after: ({ userId }) => endOldestSessions(options.pool, userId),
        },
      },
    },
    plugins: [sessionStarter],
    // A cached session would outlive its end.
    session: { cookieCache: { enabled: false } },
    account: { accountLinking: { enabled: false, disableImplicitLinking: true, trustedProviders: [] } },
    // Its limits know addresses only; ours (sign-in-limits.ts) know accounts too.
    rateLimit: { enabled: false },
    advanced: {
      // Its own secure prefix is the weaker __Secure-, so the naming is ours.
      useSecureCookies: false,
      cookiePrefix: cookies.prefix,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure: cookies.secure, path: '/' },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      // Said outright, because it leaves both checks out where NODE_ENV is 'test'.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    logger: serviceLogger(log),
    onAPIError: { throw: true },
    telemetry: { enabled: false },
  });
  return {
    ask: (request, call, fields) =>
      auth.handler(serviceRequest(request, new URL(BASE_PATH + call, publicUrl), withAlias(fields))),
    async startSession(request, { userId, remember }) {
      const { headers, response } = await auth.api.startSession({
        body: { userId, remember },
        headers: serviceHeaders(request),
        returnHeaders: true,
      });
      return { token: response.token, headers };
    },
  };
}

function withAlias(fields: unknown): unknown {
  const { email } = (fields ?? {}) as { readonly email?: unknown };
  return typeof email === 'string' ? { ...(fields as object), email: aliasOf(email) } : fields;
}

/** One transaction for a sign-up: a user without a login could neither sign in nor sign up again. */
function identityTables(pool: pg.Pool) {
  return drizzleAdapter(drizzle({ client: pool }), {
    provider: 'pg',
    transaction: true,
    schema: {
      user: identityUsers,
      session: identitySessions,
      account: identityLogins,
      verification: identityVerifications,
    },
  });
}
