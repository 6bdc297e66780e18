import type { SignInProof } from '@perkex/contract/account-events.js';
import type { SecondFactorDemand } from '@perkex/contract/identity.js';
import type { Transaction } from '../../../database/transaction.js';
import { isRefusal, type Refusal } from '../../../http/problems.js';
import { noteChangeOf } from '../base/account-changes.js';
import { isFirstSignIn, noteEvent } from '../base/account-events.js';
import type { Asked } from '../base/answering.js';
import { Challenges } from '../base/challenges.js';
import type { IdentityContext } from '../base/context.js';
import type { KnownBrowsers } from '../base/known-browsers.js';
import type { OwnerMails } from '../base/owner-mails.js';
import { browserOf, insertSession } from '../base/sessions.js';
import { lockUser, passwordHashOf, passwordMark, type UserRow } from '../base/users.js';
import { demandOf, TRUST_SECONDS, trustDevice } from '../factors/demands.js';
import { type GithubAccount, linkGithub } from '../github/github-users.js';
import type { Handovers } from '../mailbox/handover.js';

/** How long a browser that has given the first proof may take for the second. */
const SECOND_FACTOR_MINUTES = 10;

/** What a sign-in does when every proof is given; a second step finds it in its challenge. */
export interface SignInPlan {
  /** Whether the session outlives the browser's. */
  readonly remember: boolean;
  /** The mark of the password of the moment of the first proof: a new one makes the sign-in void. */
  readonly passwordMark: string;
  /** What was given so far, in order. */
  readonly proofs: readonly SignInProof[];
  /** The GitHub account that becomes the user's with this sign-in. */
  readonly link?: GithubAccount;
}

/** Somebody who has given a good first proof. */
export interface ProvenUser extends SignInPlan {
  readonly userId: string;
}

/** Why a sign-in whose proofs are all given begins no session. */
export type StartRefusal = Refusal<'SIGN_IN_OVER' | 'GITHUB_OTHER_ACCOUNT'>;

interface Started {
  readonly token: string;
  readonly user: UserRow;
  readonly isNewBrowser: boolean;
  /** The token of the browser that is trusted from now on. */
  readonly device: string | null;
}

/** The end of every sign-in: what a second factor demands, and the session. */
export class SignInCompletion {
  private readonly challenges: Challenges<SignInPlan>;

  constructor(
    private readonly context: IdentityContext,
    private readonly handovers: Handovers,
    private readonly knownBrowsers: KnownBrowsers,
    private readonly ownerMails: OwnerMails,
  ) {
    this.challenges = new Challenges(context.pool, 'second-factor');
  }

  /** What this browser has to prove besides; null when that is nothing. */
  demandOf({ request }: Asked, userId: string): Promise<SecondFactorDemand | null> {
    const { pool, cookies } = this.context;
    return demandOf(pool, userId, cookies.trustedDevice.read(request.headers.cookie));
  }

  /** Asks this browser for the second factor. */
  async challenge({ reply }: Asked, { userId, ...plan }: ProvenUser, demand: SecondFactorDemand) {
    const token = await this.challenges.open(userId, plan, SECOND_FACTOR_MINUTES);
    this.context.cookies.secondFactor.plant(reply, token, SECOND_FACTOR_MINUTES * 60);
    return { secondFactor: demand };
  }

  /** Answers a good first proof with a session, or with the demand for a second factor. */
  async complete(asked: Asked, proven: ProvenUser) {
    const demand = await this.demandOf(asked, proven.userId);
    if (demand) {
      return this.challenge(asked, proven, demand);
    }
    const started = await this.start(asked, proven);
    return isRefusal(started) ? started : { user: { id: proven.userId } };
  }

  /** All proofs are given: links what waits for it, and starts the session. A refusal when either cannot be. */
  async start(asked: Asked, proven: ProvenUser, trustsDevice = false): Promise<Started | StartRefusal> {
    const { cookies } = this.context;
    const started = await this.save(asked, proven, trustsDevice);
    if (isRefusal(started)) {
      return started;
    }
    const { token, user, device, isNewBrowser } = started;
    if (proven.link && !user.email_verified) {
      await this.handovers.clear(user.id);
    }
    // The mail of a link tells of its sign-in.
    if (isNewBrowser && !proven.link) {
      await this.ownerMails.tell(user, 'signed-in-new-browser');
    }
    cookies.session.plant(asked.reply, token, proven.remember);
    cookies.signedInAccounts.note(asked.reply, user.id);
    await this.markBrowser(asked, user, proven);
    if (device !== null) {
      cookies.trustedDevice.plant(asked.reply, device, TRUST_SECONDS);
    }
    return started;
  }

  /** A reset and a change of the password lock the user, too: what they end, and what begins here, follow each other. */
  private save(asked: Asked, proven: ProvenUser, trustsDevice: boolean): Promise<Started | StartRefusal> {
    const { sessions, cookies, market } = this.context;
    const { userId, remember, link } = proven;
    return sessions.transaction(async (tx) => {
      const user = await lockUser(tx, userId);
      if (!user || passwordMark(await passwordHashOf(tx, userId)) !== proven.passwordMark) {
        return PASSWORD_CHANGED;
      }
      if (link && !(await linkGithub(tx, market, user, link))) {
        return LINKED_OTHERWISE;
      }
      const browser = browserOf(asked, cookies, remember);
      if (link) {
        const account = { userId, email: user.email, isHandedOver: !user.email_verified };
        await noteChangeOf(this.context, account, browser)(tx, 'github-linked');
      }
      const isNewBrowser = await this.isNewBrowser(tx, asked, user, proven);
      const kind = isNewBrowser ? 'signed-in-new-browser' : 'signed-in';
      await noteEvent(tx, userId, kind, browser, proven.proofs);
      const device = trustsDevice ? await trustDevice(tx, userId) : null;
      const token = await insertSession(tx, userId, browser);
      return { token, user, device, isNewBrowser };
    });
  }

  /** The first sign-in after the sign-up is in a browser of its owner, known or not. */
  private async isNewBrowser(
    tx: Transaction,
    { request }: Asked,
    { id, email }: UserRow,
    { passwordMark }: ProvenUser,
  ): Promise<boolean> {
    const browser = this.knownBrowsers.recognize(request.headers.cookie, email, passwordMark);
    return !browser?.hasSignedIn && !(await isFirstSignIn(tx, id));
  }

  /** A stranger who signs up with somebody's e-mail gets no mark for it, nor a browser that is not to be remembered. */
  private async markBrowser({ reply }: Asked, user: UserRow, { remember, link }: ProvenUser): Promise<void> {
    const isProved = user.email_verified || link !== undefined || !this.context.requiresEmailProof;
    if (remember && isProved) {
      await this.knownBrowsers.mark(reply, user.email);
    }
  }
}

const PASSWORD_CHANGED: StartRefusal = {
  refused: 'SIGN_IN_OVER',
  detail: 'The password was changed meanwhile. Please log in again.',
};

const LINKED_OTHERWISE: StartRefusal = {
  refused: 'GITHUB_OTHER_ACCOUNT',
  detail: 'One of the two is linked with another account by now.',
};
