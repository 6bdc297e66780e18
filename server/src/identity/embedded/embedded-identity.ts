import type { FastifyPluginAsync } from 'fastify';
import type pg from 'pg';
import type { Mail, Mailer } from '../../mail/mailer.js';
import type { SmsSender } from '../../sms/sms-sender.js';
import { type Identity, type MarketOfUsers, NO_BROWSER_ORIGINS } from '../identity.js';
import { accountOwners } from './account/account-owner.js';
import { ownerNotices } from './account/owner-notices.js';
import { securityRoutes } from './account/security-routes.js';
import { backgroundWork } from './background-work.js';
import { type CookieNaming, cookieNaming } from './cookies.js';
import { confirmationLinks } from './email-proof/confirmation-links.js';
import { emailProofRoutes } from './email-proof/email-proof-routes.js';
import { accountHandovers } from './email-proof/handovers.js';
import { type GithubSettings, githubClient } from './github/github-client.js';
import { pendingLinks } from './github/github-link.js';
import { githubLinker } from './github/github-linker.js';
import { GITHUB_CALLBACK, githubRoutes } from './github/github-routes.js';
import { githubSignIn } from './github/github-sign-in.js';
import { identityRoutes } from './identity-routes.js';
import { limitMaker, QUARTER_SECONDS } from './limits/attempt-limits.js';
import { knownBrowsers } from './limits/known-browsers.js';
import { openPasswordGate } from './limits/password-gate.js';
import { signInLimits } from './limits/sign-in-limits.js';
import { passwordReset } from './passwords/password-reset.js';
import { passwordSignIn } from './passwords/password-sign-in.js';
import { resetRoutes } from './passwords/reset-routes.js';
import { userPasswords } from './passwords/user-passwords.js';
import { secondFactor } from './second-factor/second-factor.js';
import { secondFactorDemands } from './second-factor/second-factor-demands.js';
import { type ServiceLog, withoutParameters } from './service/service-log.js';
import { type SessionCookies, sessionCookies } from './sessions/session-cookie.js';
import { findSignedIn, holdSession } from './sessions/sessions.js';
import { signInCompletion } from './sign-in-completion.js';
import { sweepRegularly } from './sweeper.js';

export type { GithubSettings };

const ENDING_MS = 5_000;

export interface EmbeddedIdentityOptions {
  readonly pool: pg.Pool;
  /** Connections for looking up who is signed in, and for nothing else. */
  readonly sessionPool: pg.Pool;
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
  /** Whether orders need a proved e-mail; then a sign-up sends a mail for it. */
  readonly requiresEmailProof: boolean;
  readonly market: MarketOfUsers;
  readonly log: ServiceLog;
}

/**
 * The built-in identity service: e-mail and password, or GitHub; sessions in cookies and in our own tables. Its routes
 * take the client's address from Fastify's request.ip, so `trustProxy` decides what that is.
 */
export function embeddedIdentity(options: EmbeddedIdentityOptions): Identity {
  const { sessionPool, publicUrl, secret, requiresEmailProof } = options;
  const cookies = cookieNaming(publicUrl);
  const sessions = sessionCookies(cookies, secret);
  const { readToken } = sessions;

  return {
    setup: { provider: 'embedded', hasGithub: options.github !== null, requiresEmailProof },
    browserOrigins: NO_BROWSER_ORIGINS,
    async signedIn(headers) {
      const token = readToken(headers.cookie);
      return token === null ? null : findSignedIn(sessionPool, token);
    },
    async isStillSignedIn(tx, headers) {
      const token = readToken(headers.cookie);
      return token !== null && holdSession(tx, token);
    },
    routes: routesOf(options, cookies, sessions),
  };
}

/** Puts the rooms of the service together. */
function routesOf(
  options: EmbeddedIdentityOptions,
  cookies: CookieNaming,
  sessions: SessionCookies,
): FastifyPluginAsync {
  const { pool, publicUrl, secret, mailer, smsSender, requiresEmailProof, market, log } = options;
  const gate = openPasswordGate();
  const limit = limitMaker({ pool, secret, isOn: options.rateLimits });
  const browsers = knownBrowsers(pool, cookies, secret);
  const limits = signInLimits(limit, browsers);
  const background = backgroundWork({
    onFailure: (error) => log.error({ err: withoutParameters(error) }, 'identity: a mail was not sent'),
    endingMs: ENDING_MS,
  });
  const sendLater = (mail: Mail) => background.start(() => mailer.send(mail));
  const demands = secondFactorDemands(pool, cookies);
  const sendConfirmationLink = confirmationLinks({ pool, publicUrl, mailer, background });
  const confirmationMailsOfAddress = limit('confirmation mails of an address', 12, QUARTER_SECONDS);
  /** An address that has used up its mails can still sign up; 'Send again' comes later. */
  async function welcome(email: string, address: string): Promise<void> {
    if (requiresEmailProof && (await confirmationMailsOfAddress.take(address)) === null) {
      sendConfirmationLink(email);
    }
  }
  const handovers = accountHandovers({
    pool,
    market,
    onFailure: (error) =>
      log.error(
        { err: withoutParameters(error) },
        'identity: open orders from before a handover were not cancelled',
      ),
  });
  const tellOwner = ownerNotices({ publicUrl, sendLater });
  const passwords = userPasswords(pool, gate);
  const completion = signInCompletion({
    pool,
    cookies,
    demands,
    sessions,
    linkGithub: githubLinker({ pool, market, handovers, tellOwner }),
  });
  const owners = accountOwners({ pool, readToken: sessions.readToken, gate, limit });
  const github = options.github && openGithub(options.github);

  function openGithub(settings: GithubSettings) {
    const links = pendingLinks({ pool, cookies, completion, passwords, limits });
    const signIn = githubSignIn({
      pool,
      cookies,
      completion,
      passwords,
      links,
      client: githubClient(settings, new URL(GITHUB_CALLBACK, publicUrl).href),
      onGithubFault: (error) => log.warn({ err: error }, 'identity: GitHub did not answer as it should'),
    });
    return { signIn, links };
  }

  const reset = passwordReset({ pool, publicUrl, mailer, gate, background, market, handovers });
  const routes = identityRoutes({
    pool,
    publicUrl,
    sessions,
    passwordSignIn: passwordSignIn({
      pool,
      sessions,
      demands,
      completion,
      limits,
      knownBrowsers: browsers,
      gate,
      limit,
      requiresEmailProof,
      onSignUp: welcome,
    }),
    moreCalls: [
      (scope) => resetRoutes(scope, { passwordReset: reset, knownBrowsers: browsers, publicUrl, limit }),
      secondFactor({
        pool,
        publicUrl,
        secret,
        limit,
        smsSender,
        log,
        cookies,
        owners,
        completion,
        tellOwner,
      }),
      (scope) =>
        emailProofRoutes(scope, {
          pool,
          publicUrl,
          owners,
          knownBrowsers: browsers,
          limit,
          mailsOfAddress: confirmationMailsOfAddress,
          sendLink: sendConfirmationLink,
        }),
      (scope) =>
        securityRoutes(scope, { pool, publicUrl, cookies, owners, gate, knownBrowsers: browsers, tellOwner }),
      (scope) => githubRoutes(scope, { github, publicUrl, limit }),
    ],
  });

  return async (scope, routeOptions) => {
    await routes(scope, routeOptions);
    const stopSweeping = sweepRegularly(pool, (error) =>
      log.error({ err: withoutParameters(error) }, 'identity: what is over was not deleted'),
    );
    const stopWatching = handovers.watch();
    scope.addHook('onClose', async () => {
      await stopSweeping();
      await stopWatching();
      await background.close();
    });
  };
}
