import type pg from 'pg';
import { bool, statement } from '../../../database/statement.js';
import { transaction } from '../../../database/transaction.js';
import { type NoteChange, noteChangeOf } from '../base/account-changes.js';
import { noteEvent, originOf, readEvents } from '../base/account-events.js';
import { type Asked, refuseTooMany } from '../base/answering.js';
import type { IdentityContext } from '../base/context.js';
import type { KnownBrowsers } from '../base/known-browsers.js';
import { endOtherSessions, endOwnSession, openSessions } from '../base/sessions.js';
import { isToken } from '../base/tokens.js';
import { lockUser } from '../base/users.js';
import { factorsOf } from '../factors/demands.js';
import { githubName, unlinkGithub } from '../github/github-users.js';
import {
  type AttemptLimit,
  DAY_SECONDS,
  MINUTE_SECONDS,
  QUARTER_SECONDS,
  takeAll,
} from '../limits/attempt-limits.js';
import { redeemConfirmationCode, voidResetCodes } from '../mailbox/codes.js';
import { refuseGuessable } from '../passwords/guessable-passwords.js';
import { passwordHashing } from '../passwords/password-hash.js';
import type { AccountOwner, AnswerOwnCall, RefusePassword } from './account-owner.js';

export interface AccountSecurityParts {
  readonly refusePassword: RefusePassword;
  readonly knownBrowsers: KnownBrowsers;
  /** Shared with sign-ups, which send such a mail as well. */
  readonly confirmationMailsOfAddress: AttemptLimit;
}

/** What somebody sees of their own login, the end of their sessions, a new password, and the proof of their e-mail. */
export function accountSecurity(
  answer: AnswerOwnCall,
  context: IdentityContext,
  { refusePassword, knownBrowsers, confirmationMailsOfAddress }: AccountSecurityParts,
): void {
  const { pool, cookies, limit, gate, sendLater } = context;
  const mailsOfUser = limit('confirmation mails of a user, 15 minutes', 3, QUARTER_SECONDS);
  const mailsOfUserToday = limit('confirmation mails of a user, day', 12, DAY_SECONDS);
  const confirmations = limit('confirmations of an address', 30, MINUTE_SECONDS);
  const noteOf = (owner: AccountOwner, { request }: Asked) => noteChangeOf(context, owner, originOf(request));
  const deviceOf = ({ request }: Asked) => cookies.trustedDevice.read(request.headers.cookie);

  answer('security', async ({ userId, email, passwordHash, sessionId }) => {
    const [{ has_app: app, phone, recovery_codes: recoveryCodes }, github, sessions] = await Promise.all([
      factorsOf(pool, userId, null),
      githubName(pool, userId),
      openSessions(pool, userId, sessionId),
    ]);
    return { email, hasPassword: passwordHash !== null, github, app, phone, recoveryCodes, sessions };
  });

  answer('events', async ({ userId }) => ({ events: await readEvents(pool, userId) }));

  answer('endSession', async ({ userId }, asked) => {
    const isEnded = await endOwnSession(pool, userId, asked.body.id, {
      origin: originOf(asked.request),
      ownDevice: deviceOf(asked),
    });
    return isEnded ? { status: true } : { refused: 'NO_SUCH_SESSION' };
  });

  answer('endOtherSessions', async ({ userId, sessionId }, asked) => {
    await transaction(pool, async (tx) => {
      await lockUser(tx, userId);
      await endOtherSessions(tx, userId, sessionId, deviceOf(asked));
      await noteEvent(tx, userId, 'sessions-ended', originOf(asked.request));
    });
    return { status: true };
  });

  answer('unlinkGithub', async (owner, asked) => {
    const refusal = await refusePassword(owner, asked);
    if (refusal) {
      return refusal;
    }
    await unlinkGithub(pool, owner.userId, noteOf(owner, asked));
    return { status: true };
  });

  answer('changePassword', async (owner, asked) => {
    const { email, userId } = owner;
    const { body, request, reply, address } = asked;
    const refusal = refuseGuessable(body.newPassword, email) ?? (await refusePassword(owner, asked));
    if (refusal) {
      return refusal;
    }
    const isKnown = (await knownBrowsers.find(request.headers.cookie, email)) !== null;
    const hash = await gate.run({ isKnown: true, address, account: userId }, () =>
      passwordHashing.hash(body.newPassword),
    );
    const note = noteOf(owner, asked);
    if (!(await setPassword(pool, owner, hash, note, deviceOf(asked)))) {
      return { refused: 'PASSWORD_CHANGED' };
    }
    if (isKnown) {
      await knownBrowsers.mark(reply, email);
    }
    return { status: true };
  });

  answer('emailProof', async ({ userId, email }) => {
    return { email, isProved: (await IS_PROVED.row(pool, [userId]))?.email_verified ?? false };
  });

  answer('sendConfirmation', async ({ userId, email }, { address }) => {
    const waitSeconds = await takeAll([
      [confirmationMailsOfAddress, address],
      [mailsOfUser, userId],
      [mailsOfUserToday, userId],
    ]);
    if (waitSeconds !== null) {
      return refuseTooMany(waitSeconds, 'mails');
    }
    await sendLater(pool, { type: 'confirmation-link', email });
    return { status: true };
  });

  answer('confirmEmail', async ({ userId, email }, { body: { code }, reply, address }) => {
    const waitSeconds = await confirmations.take(address);
    if (waitSeconds !== null) {
      return refuseTooMany(waitSeconds);
    }
    switch (isToken(code) ? await redeemConfirmationCode(pool, userId, code) : 'dead-code') {
      case 'proved':
        await knownBrowsers.mark(reply, email);
        return { status: true };
      case 'other-account':
        return { refused: 'OTHER_ACCOUNT' };
      case 'dead-code':
        return { refused: 'INVALID_TOKEN' };
    }
  });
}

const IS_PROVED = statement({
  name: 'identity-is-email-proved',
  text: 'select email_verified from identity_users where id = $1',
  row: { email_verified: bool },
});

const REPLACE_PASSWORD = statement({
  name: 'identity-replace-password',
  text: `update identity_logins set password = $3, updated_at = now()
         where user_id = $1 and provider_id = 'credential' and password = $2`,
});

const FORGET_CHALLENGES = statement({
  name: 'identity-forget-challenges',
  text: 'delete from identity_challenges where user_id = $1',
});

/**
 * Sets it if the old one still is the password, ends every other session, and forgets what the old one has begun: trust
 * in other browsers, sign-ins under way and links of reset mails.
 */
function setPassword(
  pool: pg.Pool,
  { userId, sessionId, passwordHash }: AccountOwner,
  newHash: string,
  note: NoteChange,
  ownDevice: string | null,
): Promise<boolean> {
  return transaction(pool, async (tx) => {
    await lockUser(tx, userId);
    if ((await REPLACE_PASSWORD.run(tx, [userId, passwordHash, newHash])) !== 1) {
      return false;
    }
    await endOtherSessions(tx, userId, sessionId, ownDevice);
    await FORGET_CHALLENGES.run(tx, [userId]);
    await voidResetCodes(tx, userId);
    await note(tx, 'password-changed');
    return true;
  });
}
