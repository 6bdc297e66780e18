import type { SignInProof } from '@perkex/contract/account-events.js';
import type { SecondFactorChallenge } from '@perkex/contract/identity.js';
import type { Transaction } from '../../../database/transaction.js';
import { isRefusal, type Refusal } from '../../../http/problems.js';
import { noteChangeOf } from '../base/account-changes.js';
import { isFirstSignIn, noteEvent } from '../base/account-events.js';
import type { Asked } from '../base/answering.js';
import { Challenges } from '../base/challenges.js';
import type { IdentityContext } from '../base/context.js';
import { noteRepeatableEvent } from '../base/owner-mails.js';
import type { RecognisedDevices } from '../base/recognised-devices.js';
import { browserOf, insertSession } from '../base/sessions.js';
import { lockUser, passwordHashOf, passwordMark, type UserRow } from '../base/users.js';
import { challengeOf, TRUST_SECONDS, trustDevice } from '../factors/challenges.js';
import { type GithubAccount, linkGithub } from '../github/github-users.js';
import type { AccountTransfers } from '../mailbox/account-transfer.js';

/** How long a browser may take for the second proof after the first one. */
const SECOND_FACTOR_MINUTES = 10;

/** How to complete a sign-in once every proof is given; its challenge stores it for the second step. */
export interface SignInPlan {
  /** True if the session outlives the browser's session. */
  readonly remember: boolean;
  /** The mark of the password at the first proof: a new password makes the sign-in void. */
  readonly passwordMark: string;
  /** The proofs given so far, in order. */
  readonly proofs: readonly SignInProof[];
  /** The GitHub account that this sign-in links to the user. */
  readonly link?: GithubAccount;
}

/** A user who has given a valid first proof. */
export interface ProvenUser extends SignInPlan {
  readonly userId: string;
}

/** Why a sign-in with all proofs begins no session. */
export type StartRefusal = Refusal<'SIGN_IN_OVER' | 'GITHUB_OTHER_ACCOUNT'>;

interface Started {
  readonly token: string;
  readonly user: UserRow;
  /** The token of the newly trusted browser. */
  readonly device: string | null;
}

/** Completes every sign-in: the second-factor challenge, and the session. */
export class SignInCompletion {
  private readonly challenges: Challenges<SignInPlan>;

  constructor(
    private readonly context: IdentityContext,
    private readonly accountTransfers: AccountTransfers,
    private readonly recognisedDevices: RecognisedDevices,
  ) {
    this.challenges = new Challenges(context.pool, 'second-factor');
  }

  /** The second-factor challenge for this browser, or null. */
  challengeOf({ request }: Asked, userId: string): Promise<SecondFactorChallenge | null> {
    const { pool, cookies } = this.context;
    return challengeOf(pool, userId, cookies.trustedDevice.read(request.headers.cookie));
  }

  /** Asks this browser for the second factor. */
  async challenge({ reply }: Asked, { userId, ...plan }: ProvenUser, demand: SecondFactorChallenge) {
    const token = await this.challenges.open(userId, plan, SECOND_FACTOR_MINUTES);
    this.context.cookies.secondFactor.plant(reply, token, SECOND_FACTOR_MINUTES * 60);
    return { secondFactor: demand };
  }

  /** Answers a valid first proof with a session, or with a second-factor challenge. */
  async complete(asked: Asked, proven: ProvenUser) {
    const demand = await this.challengeOf(asked, proven.userId);
    if (demand) {
      return this.challenge(asked, proven, demand);
    }
    const started = await this.start(asked, proven);
    return isRefusal(started) ? started : { user: { id: proven.userId } };
  }

  /** Links the waiting GitHub account, if any, and starts the session. A refusal when either is impossible. */
  async start(asked: Asked, proven: ProvenUser, trustsDevice = false): Promise<Started | StartRefusal> {
    const { cookies } = this.context;
    const started = await this.save(asked, proven, trustsDevice);
    if (isRefusal(started)) {
      return started;
    }
    const { token, user, device } = started;
    if (proven.link && !user.email_verified) {
      await this.accountTransfers.clear(user.id);
    }
    cookies.session.plant(asked.reply, token, proven.remember);
    cookies.signedInAccounts.note(asked.reply, user.id);
    await this.markBrowser(asked, user, proven);
    if (device !== null) {
      cookies.trustedDevice.plant(asked.reply, device, TRUST_SECONDS);
    }
    return started;
  }

  /** Locks the user, as a reset and a change of password do, so that ending and starting sessions are in order. */
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
        const account = { userId, email: user.email, isTransferred: !user.email_verified };
        await noteChangeOf(this.context, account, browser)(tx, 'github-linked');
      }
      const isNewBrowser = await this.isNewBrowser(tx, asked, user, proven);
      const kind = isNewBrowser ? 'signed-in-new-browser' : 'signed-in';
      // The mail about a link mentions its sign-in.
      if (kind === 'signed-in' || link) {
        await noteEvent(tx, userId, kind, browser, proven.proofs);
      } else {
        await noteRepeatableEvent(tx, this.context, user, kind, browser, proven.proofs);
      }
      const device = trustsDevice ? await trustDevice(tx, userId) : null;
      const token = await insertSession(tx, userId, browser, proven.proofs);
      return { token, user, device };
    });
  }

  /** The first sign-in after the sign-up is the owner's, so no browser is new then. */
  private async isNewBrowser(
    tx: Transaction,
    { request }: Asked,
    { id, email }: UserRow,
    { passwordMark }: ProvenUser,
  ): Promise<boolean> {
    const browser = this.recognisedDevices.recognize(request.headers.cookie, email, passwordMark);
    return !browser?.hasSignedIn && !(await isFirstSignIn(tx, id));
  }

  /**
   * No mark for a sign-up with an unverified e-mail, which may be a stranger's, nor for a browser not to be remembered.
   */
  private async markBrowser({ reply }: Asked, user: UserRow, { remember, link }: ProvenUser): Promise<void> {
    const isProved = user.email_verified || link !== undefined || !this.context.requiresEmailProof;
    if (remember && isProved) {
      await this.recognisedDevices.mark(reply, user.email);
    }
  }
}

const PASSWORD_CHANGED: StartRefusal = {
  refused: 'SIGN_IN_OVER',
  detail: 'The password has been changed since. Please log in again.',
};

const LINKED_OTHERWISE: StartRefusal = {
  refused: 'GITHUB_OTHER_ACCOUNT',
  detail: 'One of the two is linked with another account by now.',
};
