import type pg from 'pg';
import type { Mailer } from '../../mail/mailer.js';
import type { SmsSender } from '../../sms/sms-sender.js';
import { type Identity, NO_BROWSER_ORIGINS } from '../identity.js';
import { identityRoutes } from './identity-routes.js';
import { createIdentityService } from './identity-service.js';
import { createPasswordHashing } from './password-hash.js';
import { passwordReset } from './password-reset.js';
import { accountOwners } from './second-factor/account-owner.js';
import { secondFactor } from './second-factor/second-factor.js';
import { secondFactorGate } from './second-factor/second-factor-gate.js';
import { securityRoutes } from './security-routes.js';
import type { ServiceLog } from './service-log.js';
import { cookieNaming, sessionTokenReader } from './session-cookie.js';
import { endSession, findSignedIn } from './sessions.js';
import { signInCompletion } from './sign-in-completion.js';

export interface EmbeddedIdentityOptions {
  readonly pool: pg.Pool;
  /** The origin that browsers use; with https, cookies are Secure and `__Host-`. */
  readonly publicUrl: string;
  /** Signs the session cookies: at least 32 random characters. */
  readonly secret: string;
  /** Whether sign-ins, sign-ups and resets are limited per address. */
  readonly rateLimits: boolean;
  /** Sends the links of forgotten passwords. */
  readonly mailer: Mailer;
  /** Sends the codes of phones that are a second factor. */
  readonly smsSender: SmsSender;
  readonly log: ServiceLog;
}

/**
 * The built-in identity service: e-mail and password, sessions in cookies and in our own tables (migration 0002). Its
 * routes take the client's address from Fastify's request.ip, so `trustProxy` decides what that is.
 */
export function embeddedIdentity(options: EmbeddedIdentityOptions): Identity {
  const { pool, publicUrl, secret, rateLimits } = options;
  const cookies = cookieNaming(publicUrl);
  const readToken = sessionTokenReader(cookies, secret);
  const passwords = createPasswordHashing();
  const gate = secondFactorGate(pool, cookies);
  const service = createIdentityService({ ...options, cookies, passwords, gate });
  const completion = signInCompletion({ pool, cookies, gate, startSession: service.startSession });
  const owners = accountOwners({ pool, readToken, passwords, rateLimits });
  const secondFactorCalls = secondFactor({
    ...options,
    ...{ cookies, owners, startSession: service.startSession },
  });

  return {
    setup: { provider: 'embedded', hasGithub: false },
    browserOrigins: NO_BROWSER_ORIGINS,
    async signedIn(headers) {
      const token = readToken(headers.cookie);
      return token === null ? null : findSignedIn(pool, token);
    },
    routes: identityRoutes({
      service,
      completion,
      publicUrl,
      rateLimits,
      passwordReset: passwordReset({ ...options, passwords }),
      moreCalls(scope) {
        secondFactorCalls(scope);
        securityRoutes(scope, { pool, publicUrl, owners });
      },
      async endSession(cookieHeader) {
        const token = readToken(cookieHeader);
        if (token !== null) {
          await endSession(pool, token);
        }
      },
    }),
  };
}
