import type { FastifyPluginAsync } from 'fastify';
import type pg from 'pg';
import { BusyError } from '../../errors/busy-error.js';
import { backgroundWork } from '../../jobs/background-work.js';
import type { Mailer } from '../../mail/mailer.js';
import { regularly } from '../../process/regularly.js';
import { type Identity, NO_BROWSER_ORIGINS } from '../identity.js';
import { answerOwnCalls, passwordProof } from './account/account-owner.js';
import { factorSettings } from './account/factor-settings.js';
import { accountSecurity } from './account/security.js';
import {
  answerIdentityCalls,
  type IdentityHandler,
  requireOwnOrigin,
  withoutDetails,
} from './base/answering.js';
import type { IdentityContext } from './base/context.js';
import { identityCookies } from './base/cookies.js';
import { knownBrowsers as openKnownBrowsers } from './base/known-browsers.js';
import { endSession, findSignedIn, holdSession, readSession } from './base/sessions.js';
import { signInLimits } from './base/sign-in-limits.js';
import { AuthenticatorApps } from './factors/authenticator-apps.js';
import { codeMessages } from './factors/code-messages.js';
import { Phones } from './factors/phones.js';
import { createSealing } from './factors/sealing.js';
import { type GithubSettings, githubClient } from './github/github-client.js';
import { limitMaker, QUARTER_SECONDS } from './limits/attempt-limits.js';
import { openPasswordGate } from './limits/password-gate.js';
import { accountHandovers } from './mailbox/handover.js';
import { identityMailer } from './mailbox/mails.js';
import { passwordReset } from './mailbox/password-reset.js';
import { signInCompletion } from './sign-in/completion.js';
import { GITHUB_CALLBACK, githubPopup } from './sign-in/github-popup.js';
import { githubSignIn } from './sign-in/github-sign-in.js';
import { passwordSignIn } from './sign-in/password-sign-in.js';
import { secondStep } from './sign-in/second-step.js';
import { deleteOver, SWEEP_INTERVAL_MS } from './sweeping.js';

export type { GithubSettings };

const ENDING_MS = 5_000;
const HANDOVER_INTERVAL_MS = 10_000;

export interface EmbeddedIdentityOptions
  extends Pick<
    IdentityContext,
    'pool' | 'publicUrl' | 'secret' | 'requiresEmailProof' | 'market' | 'smsSender' | 'log'
  > {
  /** Connections for looking up who is signed in, and for nothing else. */
  readonly sessionPool: pg.Pool;
  /** Whether sign-ins, sign-ups and resets are limited per address and account. */
  readonly rateLimits: boolean;
  readonly mailer: Mailer;
  /** Null: nobody can sign in with GitHub. */
  readonly github: GithubSettings | null;
}

/**
 * The built-in identity service: e-mail and password, or GitHub; sessions in cookies and in our own tables. Its routes
 * take the client's address from Fastify's request.ip, so `trustProxy` decides what that is.
 */
export function embeddedIdentity(options: EmbeddedIdentityOptions): Identity {
  const { sessionPool, publicUrl, secret, requiresEmailProof } = options;
  const cookies = identityCookies(publicUrl, secret);

  return {
    setup: { provider: 'embedded', hasGithub: options.github !== null, requiresEmailProof },
    browserOrigins: NO_BROWSER_ORIGINS,
    async signedIn(headers) {
      const token = cookies.session.read(headers.cookie);
      return token === null ? null : findSignedIn(sessionPool, token);
    },
    async isStillSignedIn(tx, headers) {
      const token = cookies.session.read(headers.cookie);
      return token !== null && holdSession(tx, token);
    },
    routes: async (scope) => {
      const { pool, market, mailer, log } = options;
      const note = (what: string) => (error: unknown) =>
        log.error({ err: withoutDetails(error) }, `identity: ${what}`);
      const send = identityMailer({ pool, publicUrl, mailer });
      const background = backgroundWork({ onFailure: note('a mail was not sent'), endingMs: ENDING_MS });
      const context: IdentityContext = {
        pool,
        publicUrl,
        secret,
        requiresEmailProof,
        cookies,
        limit: limitMaker({ pool, secret, isOn: options.rateLimits }),
        gate: openPasswordGate(),
        market,
        smsSender: options.smsSender,
        log,
        sendLater: (mail) => background.start(() => send(mail)),
      };
      const handovers = accountHandovers({
        pool,
        market,
        onFailure: note('open orders from before a handover were not cancelled'),
      });
      await scope.register(identityCalls(context, options.github, handovers));
      const sweeping = regularly(
        () => deleteOver(pool),
        SWEEP_INTERVAL_MS,
        note('what is over was not deleted'),
      );
      const clearing = regularly(
        handovers.clearAll,
        HANDOVER_INTERVAL_MS,
        note('open orders from before a handover were not cancelled'),
      );
      scope.addHook('onClose', async () => {
        await Promise.all([sweeping(), clearing()]);
        await background.close();
      });
    },
  };
}

/** Every call of the service and who answers it. */
function identityCalls(
  context: IdentityContext,
  github: GithubSettings | null,
  handovers: ReturnType<typeof accountHandovers>,
): FastifyPluginAsync {
  const { pool, publicUrl, secret, limit } = context;
  const knownBrowsers = openKnownBrowsers(context);
  const limits = signInLimits(limit, knownBrowsers);
  const confirmationMailsOfAddress = limit('confirmation mails of an address', 12, QUARTER_SECONDS);
  const sealing = createSealing(secret);
  const factors = {
    apps: new AuthenticatorApps(pool, sealing),
    phones: new Phones(pool, sealing),
    messages: codeMessages(context),
  };
  const completion = signInCompletion(context, handovers);
  const password = passwordSignIn(context, { completion, limits, knownBrowsers, confirmationMailsOfAddress });
  const reset = passwordReset(context, knownBrowsers, handovers);
  const client = github && githubClient(github, new URL(GITHUB_CALLBACK, publicUrl).href);
  const withGithub = githubSignIn(context, { completion, limits, client });
  const step = secondStep(context, { ...factors, completion });
  const refusePassword = passwordProof(context);
  const settings = factorSettings(context, { ...factors, refusePassword });
  const security = accountSecurity(context, { refusePassword, knownBrowsers, confirmationMailsOfAddress });
  const session = sessionCalls(context);

  return async (scope) => {
    const answer = answerIdentityCalls(scope, publicUrl);
    const fromOurPages = [requireOwnOrigin(publicUrl)];
    answer('signUp', password.signUp, fromOurPages);
    answer('signIn', password.signIn, fromOurPages);
    answer('signOut', session.signOut, fromOurPages);
    answer('session', session.read);
    answer('requestReset', reset.request);
    answer('resetPassword', reset.reset);
    answer('sendSecondCode', step.sendCode);
    answer('confirmSecondFactor', step.confirm);
    answer('startGithub', withGithub.start);
    answer('finishGithub', withGithub.finish);
    answer('cancelGithub', withGithub.cancel);
    answer('linkMethods', withGithub.linkMethods);
    answer('linkGithub', withGithub.link);
    githubPopup(scope, withGithub);

    const answerOwner = answerOwnCalls(answer, context);
    answerOwner('emailProof', security.readEmailProof);
    answerOwner('sendConfirmation', security.sendConfirmation);
    answerOwner('confirmEmail', security.confirmEmail);
    answerOwner('security', security.read);
    answerOwner('endSession', security.endSession);
    answerOwner('endOtherSessions', security.endOtherSessions);
    answerOwner('changePassword', security.changePassword);
    answerOwner('unlinkGithub', security.unlinkGithub);
    answerOwner('startApp', settings.startApp);
    answerOwner('confirmApp', settings.confirmApp);
    answerOwner('turnAppOff', settings.turnAppOff);
    answerOwner('startPhone', settings.startPhone);
    answerOwner('confirmPhone', settings.confirmPhone);
    answerOwner('turnPhoneOff', settings.turnPhoneOff);
    answerOwner('renewRecoveryCodes', settings.renewRecoveryCodes);
  };
}

function sessionCalls({ pool, cookies }: IdentityContext): {
  readonly signOut: IdentityHandler<'signOut'>;
  readonly read: IdentityHandler<'session'>;
} {
  return {
    async signOut({ request, reply }) {
      const token = cookies.session.read(request.headers.cookie);
      if (token !== null) {
        await endSession(pool, token);
      }
      cookies.session.remove(reply);
      return { success: true };
    },

    async read({ request, reply }) {
      const token = cookies.session.read(request.headers.cookie);
      if (token === null) {
        return null;
      }
      // A session that cannot be read may be all right.
      const session = await readSession(pool, token, cookies.session.isForgetful(request)).catch(() => {
        throw new BusyError('The session could not be read.');
      });
      if (!session) {
        cookies.session.remove(reply);
        return null;
      }
      if (session.isRefreshed) {
        cookies.session.plant(reply, token, true);
      }
      return session.answer;
    },
  };
}
