import type { FastifyPluginAsync } from 'fastify';
import type pg from 'pg';
import { withoutDetails } from '../../database/errors.js';
import type { Feed } from '../../feed/feed.js';
import type { Jobs } from '../../jobs/jobs.js';
import type { Mailboxes } from '../../mail/mailboxes.js';
import type { Mailer } from '../../mail/mailer.js';
import { type Identity, NO_BROWSER_ORIGINS } from '../../users/identity.js';
import { ownCalls } from './account/account-owner.js';
import { accountDeletion } from './account/delete-account.js';
import { exportAccount } from './account/export-account.js';
import { factorSettings } from './account/factor-settings.js';
import { ownEmail } from './account/own-email.js';
import { accountSecurity } from './account/security.js';
import { sessionProof } from './account/session-proof.js';
import { originOf } from './base/account-events.js';
import { answerIdentityCalls } from './base/answering.js';
import type { IdentityContext } from './base/context.js';
import { identityCookies } from './base/cookies.js';
import { mailJobs } from './base/mail-jobs.js';
import { noteRepeatableEvent } from './base/owner-mails.js';
import { RecognisedDevices } from './base/recognised-devices.js';
import { SessionChanges } from './base/session-changes.js';
import { SessionMemory } from './base/session-memory.js';
import { findMemberLogin, findSignedIn, holdSession, isFreshlyProved } from './base/sessions.js';
import { SignInLimits } from './base/sign-in-limits.js';
import { userDirectory } from './base/user-directory.js';
import { emailOfUser, provedEmailsOfUsers } from './base/users.js';
import { SecondFactors } from './factors/second-factors.js';
import { type GithubSettings, githubClient } from './github/github-client.js';
import { type LimitMakerOptions, limitMaker } from './limits/attempt-limits.js';
import { mailboxLimits } from './limits/mailbox-limits.js';
import { openPasswordSemaphore } from './limits/password-semaphore.js';
import { AccountTransfers } from './mailbox/account-transfer.js';
import { identityMailer } from './mailbox/mails.js';
import { passwordReset } from './mailbox/password-reset.js';
import { PASSWORD_COST } from './passwords/password-hash.js';
import { SignInCompletion } from './sign-in/completion.js';
import { GITHUB_CALLBACK, githubPopup } from './sign-in/github-popup.js';
import { githubSignIn } from './sign-in/github-sign-in.js';
import { passwordSignIn } from './sign-in/password-sign-in.js';
import { secondStep } from './sign-in/second-step.js';
import { sessionOfBrowser } from './sign-in/session.js';
import { deleteOver, SWEEP_INTERVAL_MS } from './sweeping.js';

export type { GithubSettings };

const TRANSFER_INTERVAL_MS = 10_000;
const ORDERS_NOT_CANCELLED = 'identity: open orders from before a handover were not cancelled';

export interface EmbeddedIdentityOptions
  extends Pick<
    IdentityContext,
    'pool' | 'clock' | 'publicUrl' | 'secret' | 'requiresEmailProof' | 'market' | 'smsSender' | 'log'
  > {
  /** Connections reserved for session lookups. */
  readonly sessionPool: pg.Pool;
  /** Carries session changes between processes. */
  readonly feed: Feed;
  /** True if sign-ins, sign-ups and resets are limited per address and account. */
  readonly rateLimits: boolean;
  readonly mailer: Mailer;
  readonly mailboxes: Mailboxes;
  /** Runs the jobs that send mails. */
  readonly jobs: Jobs;
  /** Lower than the real cost only in tests, where passwords protect nothing. */
  readonly passwordCost?: number;
  /** Null when sign-in with GitHub is off. */
  readonly github: GithubSettings | null;
}

/** The mail limits of each mailbox, shared by all senders. */
export function openMailboxes(options: LimitMakerOptions): Mailboxes {
  return mailboxLimits(limitMaker(options));
}

/**
 * The built-in identity service: e-mail and password, or GitHub; sessions in cookies and in our own tables. Its routes
 * take the client's address from Fastify's request.ip, so `trustProxy` decides what that is.
 */
export function embeddedIdentity(options: EmbeddedIdentityOptions): Identity {
  const { sessionPool, clock, feed, publicUrl, secret, requiresEmailProof } = options;
  const cookies = identityCookies(publicUrl, secret, clock);
  const { pool, market, mailer, mailboxes, log } = options;
  const sessions = new SessionChanges(pool, feed);
  const memory = new SessionMemory(feed);
  const context: IdentityContext = {
    pool,
    clock,
    sessions,
    publicUrl,
    secret,
    requiresEmailProof,
    cookies,
    limit: limitMaker({ pool, secret, isOn: options.rateLimits }),
    semaphore: openPasswordSemaphore(),
    passwordCost: options.passwordCost ?? PASSWORD_COST,
    market,
    smsSender: options.smsSender,
    log,
    sendLater: mailJobs(options.jobs, identityMailer({ pool, publicUrl, mailer, mailboxes })),
  };
  const accountTransfers = new AccountTransfers(pool, sessions, market, (error) =>
    log.error({ err: withoutDetails(error) }, ORDERS_NOT_CANCELLED),
  );

  return {
    setup: { provider: 'embedded', hasGithub: options.github !== null, requiresEmailProof },
    browserOrigins: NO_BROWSER_ORIGINS,
    credential: { cookie: cookies.session.name },
    remembered(headers) {
      const signedToken = cookies.session.readUnseen(headers.cookie);
      return signedToken === null ? null : memory.find(signedToken);
    },
    async signedIn(headers) {
      const token = cookies.session.read(headers.cookie);
      const signedToken = cookies.session.readUnseen(headers.cookie);
      return token === null || signedToken === null
        ? null
        : memory.findOut(signedToken, () => findSignedIn(sessionPool, token));
    },
    async isStillSignedIn(tx, headers) {
      const token = cookies.session.read(headers.cookie);
      return token !== null && holdSession(tx, token);
    },
    exportAccount: (userId) => exportAccount(pool, userId),
    async hasFreshProof(tx, headers) {
      const token = cookies.session.read(headers.cookie);
      return token !== null && isFreshlyProved(tx, token);
    },
    async memberLogin(headers) {
      const token = cookies.session.read(headers.cookie);
      return token === null ? null : findMemberLogin(sessionPool, token);
    },
    mailboxesOf: provedEmailsOfUsers,
    directory: userDirectory(pool),
    async noteSettingChange(tx, request, event) {
      const id = request.userId;
      const email = await emailOfUser(tx, id);
      if (email !== null) {
        await noteRepeatableEvent(tx, context, { id, email }, event, originOf(request));
      }
    },
    routes: identityCalls(context, options.github, accountTransfers),
    maintenance: [
      {
        work: () => deleteOver(pool),
        everyMs: SWEEP_INTERVAL_MS,
        failure: 'identity: what is over was not deleted',
      },
      {
        work: () => accountTransfers.clearAll(),
        everyMs: TRANSFER_INTERVAL_MS,
        failure: ORDERS_NOT_CANCELLED,
      },
    ],
  };
}

/** Every call of the service. */
function identityCalls(
  context: IdentityContext,
  github: GithubSettings | null,
  accountTransfers: AccountTransfers,
): FastifyPluginAsync {
  const { publicUrl, limit } = context;
  const client = github && githubClient(github, new URL(GITHUB_CALLBACK, publicUrl).href);

  return async (scope) => {
    const answer = answerIdentityCalls(scope, publicUrl);
    const recognisedDevices = new RecognisedDevices(context);
    const limits = new SignInLimits(limit, recognisedDevices);
    const factors = new SecondFactors(context);
    const completion = new SignInCompletion(context, accountTransfers, recognisedDevices);
    sessionOfBrowser(answer, context);
    passwordSignIn(answer, context, completion, limits);
    secondStep(answer, context, factors, completion);
    passwordReset(answer, context, recognisedDevices, accountTransfers);
    const { noteReturn } = githubSignIn(answer, context, { completion, limits }, client);
    githubPopup(scope, noteReturn);

    const own = ownCalls(answer, context);
    sessionProof(own, context, factors);
    factorSettings(own, context, factors);
    accountSecurity(own, context, recognisedDevices);
    ownEmail(own, context, recognisedDevices);
    accountDeletion(own, context);
  };
}
