import { bool, statement } from '../../../database/statement.js';
import type { Refusal } from '../../../http/problems.js';
import { noteEvent, originOf } from '../base/account-events.js';
import { refuseTooMany } from '../base/answering.js';
import type { IdentityContext } from '../base/context.js';
import type { RecognisedDevices } from '../base/recognised-devices.js';
import { confirmationMailsOfAddress } from '../base/sign-in-limits.js';
import { isToken } from '../base/tokens.js';
import {
  type AttemptLimit,
  DAY_SECONDS,
  MINUTE_SECONDS,
  QUARTER_SECONDS,
  takeAll,
} from '../limits/attempt-limits.js';
import { redeemConfirmationCode } from '../mailbox/codes.js';
import { beginEmailChange, openEmailChange } from '../mailbox/email-changes.js';
import type { OwnCalls } from './account-owner.js';
import { endAllElse } from './end-all-else.js';

/** Confirms the owner's e-mail, or changes it. */
export function ownEmail(
  { answer }: OwnCalls,
  { pool, sessions, cookies, limit, requiresEmailProof, sendLater }: IdentityContext,
  recognisedDevices: RecognisedDevices,
): void {
  const mailsOfAddress = confirmationMailsOfAddress(limit);
  const mailsOfUser = limit('confirmation mails of a user, 15 minutes', 3, QUARTER_SECONDS);
  const mailsOfUserToday = limit('confirmation mails of a user, day', 12, DAY_SECONDS);
  // The owner of the mailbox must not be flooded with mails from many accounts.
  const mailsOfMailbox = limit('change mails of a mailbox', 6, QUARTER_SECONDS);
  const confirmations = limit('confirmations of an address', 30, MINUTE_SECONDS);

  async function refuseMails(
    userId: string,
    address: string,
    ...more: [AttemptLimit, string][]
  ): Promise<Refusal<'TOO_MANY_REQUESTS'> | null> {
    const waitSeconds = await takeAll([
      [mailsOfAddress, address],
      [mailsOfUser, userId],
      [mailsOfUserToday, userId],
      ...more,
    ]);
    return waitSeconds === null ? null : refuseTooMany(waitSeconds, 'mails');
  }

  async function refuseCode(
    code: string,
    address: string,
  ): Promise<Refusal<'INVALID_TOKEN' | 'TOO_MANY_REQUESTS'> | null> {
    const waitSeconds = await confirmations.take(address);
    if (waitSeconds !== null) {
      return refuseTooMany(waitSeconds);
    }
    return isToken(code) ? null : REFUSALS['dead-code'];
  }

  answer('emailProof', async ({ userId, email }) => {
    return { email, isProved: (await IS_PROVED.row(pool, [userId]))?.email_verified ?? false };
  });

  answer('sendConfirmation', async ({ userId, email }, { address }) => {
    const refusal = await refuseMails(userId, address);
    if (refusal) {
      return refusal;
    }
    await sendLater(pool, { type: 'confirmation-link', email });
    return { status: true };
  });

  answer('confirmEmail', async ({ userId, email }, { body: { code }, reply, address }) => {
    const refusal = await refuseCode(code, address);
    if (refusal) {
      return refusal;
    }
    const redeemed = await redeemConfirmationCode(sessions, userId, code);
    if (redeemed === 'proved') {
      await recognisedDevices.mark(reply, email);
    }
    return redeemed === 'proved' || redeemed === 'already-proved' ? { status: true } : REFUSALS[redeemed];
  });

  answer('changeEmail', async (owner, { body, address }) => {
    const { userId, email } = owner;
    const newEmail = body.newEmail.toLowerCase();
    if (newEmail === email) {
      return { refused: 'INVALID_EMAIL', detail: 'Your account already has this e-mail.' };
    }
    if (!owner.hasFreshProof) {
      return { refused: 'PROOF_NEEDED' };
    }
    const refusal = await refuseMails(userId, address, [mailsOfMailbox, newEmail]);
    if (refusal) {
      return refusal;
    }
    // Where orders need a verified e-mail, an unverified account has nothing to lose, and its e-mail may be mistyped.
    const begun = await beginEmailChange(pool, owner, newEmail, !requiresEmailProof);
    if (!begun) {
      return { refused: 'NOT_SIGNED_IN' };
    }
    for (const mailbox of begun.isOldAsked ? [email, newEmail] : [newEmail]) {
      await sendLater(pool, { type: 'email-change-link', email: mailbox, userId, newEmail });
    }
    return { status: true, ...begun };
  });

  answer('confirmEmailChange', async (owner, { body: { code }, request, reply, address }) => {
    const refusal = await refuseCode(code, address);
    if (refusal) {
      return refusal;
    }
    const opened = await openEmailChange(sessions, owner.userId, code, async (tx, { oldEmail, newEmail }) => {
      await endAllElse(tx, owner, cookies.trustedDevice.read(request.headers.cookie));
      await noteEvent(tx, owner.userId, 'email-changed', originOf(request));
      for (const mailbox of [oldEmail, newEmail]) {
        await sendLater(tx, { type: 'email-changed', email: mailbox, newEmail });
      }
    });
    if (opened === 'waiting') {
      return { status: true, isChanged: false };
    }
    if (typeof opened === 'string') {
      return REFUSALS[opened];
    }
    await recognisedDevices.mark(reply, opened.newEmail);
    return { status: true, isChanged: true };
  });
}

const REFUSALS = {
  'dead-code': { refused: 'INVALID_TOKEN' },
  'other-account': { refused: 'OTHER_ACCOUNT' },
  taken: {
    refused: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
    detail: 'Another account has this e-mail now. Please choose another one.',
  },
} as const satisfies Readonly<Record<string, Refusal>>;

const IS_PROVED = statement({
  name: 'identity-is-email-proved',
  text: 'select email_verified from identity_users where id = $1',
  row: { email_verified: bool },
});
