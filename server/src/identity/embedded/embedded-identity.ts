import type { FastifyPluginAsync } from 'fastify';
import type pg from 'pg';
import type { Mail, Mailer } from '../../mail/mailer.js';
import type { SmsSender } from '../../sms/sms-sender.js';
import { type Identity, NO_BROWSER_ORIGINS } from '../identity.js';
import { accountOwners } from './account/account-owner.js';
import { ownerNotices } from './account/owner-notices.js';
import { securityRoutes } from './account/security-routes.js';
import { backgroundWork } from './background-work.js';
import { type GithubSettings, githubClient } from './github/github-client.js';
import { pendingLinks } from './github/github-link.js';
import { githubLinker } from './github/github-linker.js';
import { GITHUB_CALLBACK, githubRoutes } from './github/github-routes.js';
import { githubSignIn } from './github/github-sign-in.js';
import { identityRoutes } from './identity-routes.js';
import { knownBrowsers } from './limits/known-browsers.js';
import { signInLimits } from './limits/sign-in-limits.js';
import { createPasswordHashing } from './passwords/password-hash.js';
import { passwordReset } from './passwords/password-reset.js';
import { passwordSignIn } from './passwords/password-sign-in.js';
import { resetRoutes } from './passwords/reset-routes.js';
import { userPasswords } from './passwords/user-passwords.js';
import { secondFactor } from './second-factor/second-factor.js';
import { secondFactorDemands } from './second-factor/second-factor-demands.js';
import { createIdentityService } from './service/identity-service.js';
import { type ServiceLog, withoutParameters } from './service/service-log.js';
import {
  type CookieNaming,
  cookieNaming,
  type ReadSessionToken,
  sessionTokenReader,
} from './sessions/session-cookie.js';
import { endSession, findSignedIn } from './sessions/sessions.js';
import { signInCompletion } from './sign-in-completion.js';
import { sweepRegularly } from './sweeper.js';

export type { GithubSettings };

const ENDING_MS = 5_000;

export interface EmbeddedIdentityOptions {
  readonly pool: pg.Pool;
  /** The origin that browsers use; with https, cookies are Secure and `__Host-`. */
  readonly publicUrl: string;
  /** Signs the session cookies: at least 32 random characters. */
  readonly secret: string;
  /** Whether sign-ins, sign-ups and resets are limited per address and account. */
  readonly rateLimits: boolean;
  /** Sends the links of forgotten passwords, and what the owner of an account should know. */
  readonly mailer: Mailer;
  /** Sends the codes of phones that are a second factor. */
  readonly smsSender: SmsSender;
  /** Null: nobody can sign in with GitHub. */
  readonly github: GithubSettings | null;
  readonly log: ServiceLog;
}

/**
 * The built-in identity service: e-mail and password, or GitHub; sessions in cookies and in our own tables. Its routes
 * take the client's address from Fastify's request.ip, so `trustProxy` decides what that is.
 */
export function embeddedIdentity(options: EmbeddedIdentityOptions): Identity {
  const { pool, publicUrl, secret } = options;
  const cookies = cookieNaming(publicUrl);
  const readToken = sessionTokenReader(cookies, secret);

  return {
    setup: { provider: 'embedded', hasGithub: options.github !== null },
    browserOrigins: NO_BROWSER_ORIGINS,
    async signedIn(headers) {
      const token = readToken(headers.cookie);
      return token === null ? null : findSignedIn(pool, token);
    },
    routes: routesOf(options, cookies, readToken),
  };
}

/** Puts the rooms of the service together. */
function routesOf(
  options: EmbeddedIdentityOptions,
  cookies: CookieNaming,
  readToken: ReadSessionToken,
): FastifyPluginAsync {
  const { pool, publicUrl, secret, rateLimits, mailer, smsSender, log } = options;
  const hashing = createPasswordHashing();
  const browsers = knownBrowsers(cookies, secret);
  const limits = signInLimits(rateLimits, browsers);
  const background = backgroundWork({
    onFailure: (error) => log.error({ err: withoutParameters(error) }, 'identity: a mail was not sent'),
    endingMs: ENDING_MS,
  });
  const sendLater = (mail: Mail) => background.start(() => mailer.send(mail));
  const demands = secondFactorDemands(pool, cookies);
  const service = createIdentityService({ pool, publicUrl, secret, log, cookies, hashing, demands });
  const { startSession } = service;
  const tellOwner = ownerNotices({ publicUrl, sendLater });
  const passwords = userPasswords(pool, hashing);
  const completion = signInCompletion({
    ...{ pool, cookies, demands, passwords, startSession },
    linkGithub: githubLinker(pool, tellOwner),
  });
  const owners = accountOwners({ pool, readToken, hashing, rateLimits });
  const github = options.github && openGithub(options.github);

  function openGithub(settings: GithubSettings) {
    const links = pendingLinks({ pool, cookies, completion, passwords, limits });
    const signIn = githubSignIn({
      ...{ pool, cookies, completion, passwords, links },
      client: githubClient(settings, new URL(GITHUB_CALLBACK, publicUrl).href),
      onGithubFault: (error) => log.warn({ err: error }, 'identity: GitHub did not answer as it should'),
    });
    return { signIn, links };
  }

  const reset = passwordReset({ pool, publicUrl, mailer, hashing, background });
  const routes = identityRoutes({
    service,
    publicUrl,
    passwordSignIn: passwordSignIn({
      ...{ pool, service, completion, limits, knownBrowsers: browsers, rateLimits },
    }),
    async endSession(cookieHeader) {
      const token = readToken(cookieHeader);
      if (token !== null) {
        await endSession(pool, token);
      }
    },
    ownCalls: [
      (scope) => resetRoutes(scope, { passwordReset: reset, knownBrowsers: browsers, publicUrl, rateLimits }),
      secondFactor({
        ...{ pool, publicUrl, secret, rateLimits, smsSender, log },
        ...{ cookies, owners, completion, tellOwner },
      }),
      (scope) => securityRoutes(scope, { pool, publicUrl, cookies, owners, tellOwner }),
      (scope) => githubRoutes(scope, { github, publicUrl, rateLimits }),
    ],
  });

  return async (scope, routeOptions) => {
    await routes(scope, routeOptions);
    const stopSweeping = sweepRegularly(pool, (error) =>
      log.error({ err: withoutParameters(error) }, 'identity: what is over was not deleted'),
    );
    scope.addHook('onClose', async () => {
      stopSweeping();
      await background.close();
    });
  };
}
