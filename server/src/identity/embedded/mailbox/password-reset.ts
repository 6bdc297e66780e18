import type { FastifyRequest } from 'fastify';
import type { Refusal } from '../../../http/problems.js';
import { noteChangeOf } from '../base/account-changes.js';
import { type EventOrigin, originOf } from '../base/account-events.js';
import { type AnswerIdentityCall, refuseTooMany } from '../base/answering.js';
import type { IdentityContext } from '../base/context.js';
import type { RecognisedDevices } from '../base/recognised-devices.js';
import { lockUser, setPassword } from '../base/users.js';
import { HOUR_SECONDS, MINUTE_SECONDS, QUARTER_SECONDS, takeAll } from '../limits/attempt-limits.js';
import { refuseGuessable } from '../passwords/guessable-passwords.js';
import { passwordHashing } from '../passwords/password-hash.js';
import {
  type AccountTransfers,
  endSignIns,
  forgetOtherProofs,
  handOver,
  hasOtherProofsThanPassword,
  markProved,
} from './account-transfer.js';
import { ownerOfResetCode, type ResetOwner, voidResetCodes } from './codes.js';

const REQUESTS_A_MINUTE = 20;
const RESETS_A_MINUTE = 20;
const MAILS_OF_AN_ADDRESS = 3;
const MAILS_OF_EVERYBODY_AN_HOUR = 3;

/** Resets a forgotten password (section 8). */
export function passwordReset(
  answer: AnswerIdentityCall,
  context: IdentityContext,
  recognisedDevices: RecognisedDevices,
  accountTransfers: AccountTransfers,
): void {
  const { pool, cookies, limit, semaphore, passwordCost, sendLater, market } = context;
  const requests = limit('reset requests of an address', REQUESTS_A_MINUTE, MINUTE_SECONDS);
  const resets = limit('resets of an address', RESETS_A_MINUTE, MINUTE_SECONDS);
  // Protects mailboxes from floods. Reaching the limit locks no owner out: links already sent still work.
  const mailsOfAddress = limit('reset mails of one', MAILS_OF_AN_ADDRESS, QUARTER_SECONDS);
  const mailsOfEverybody = limit('reset mails of all', MAILS_OF_EVERYBODY_AN_HOUR, HOUR_SECONDS);

  answer('requestReset', async ({ body, address }) => {
    const waitSeconds = await requests.take(address);
    if (waitSeconds !== null) {
      return refuseTooMany(waitSeconds);
    }
    const email = body.email.toLowerCase();
    // Known and unknown e-mails take the same path.
    const isTooMany = await takeAll([
      [mailsOfAddress, `${address} ${email}`],
      [mailsOfEverybody, email],
    ]);
    if (isTooMany === null) {
      await sendLater(pool, { type: 'reset-link', email });
    }
    const message = 'If this e-mail has an account, a mail with a link is on its way.';
    return { status: true, message };
  });

  /** Checks whether the account is transferred: its e-mail was never verified, and this browser is not its owner's. */
  function changesHands({ headers }: FastifyRequest, { userId, isProved }: ResetOwner): boolean {
    return !isProved && !cookies.signedInAccounts.has(headers.cookie, userId);
  }

  async function findOwner(address: string, code: string) {
    const waitSeconds = await resets.take(address);
    return waitSeconds === null
      ? ((await ownerOfResetCode(pool, code)) ?? DEAD_CODE)
      : refuseTooMany(waitSeconds);
  }

  answer('describeReset', async ({ body: { token: code }, request, address }) => {
    const owner = await findOwner(address, code);
    if ('refused' in owner) {
      return owner;
    }
    if (!changesHands(request, owner)) {
      return { removes: null };
    }
    const [contents, hasOtherProofs] = await Promise.all([
      market.contentsOf(owner.userId),
      hasOtherProofsThanPassword(pool, owner.userId),
    ]);
    return { removes: { ...contents, hasOtherProofs, hasName: owner.name !== '' } };
  });

  answer('resetPassword', async ({ body: { token: code, newPassword }, request, reply, address }) => {
    const owner = await findOwner(address, code);
    if ('refused' in owner) {
      return owner;
    }
    const { email } = owner;
    const refusal = await refuseGuessable(newPassword, email);
    if (refusal) {
      return refusal;
    }
    const hash = await semaphore.run({ isKnown: true, address, account: email }, () =>
      passwordHashing.hash(newPassword, passwordCost),
    );
    const keepsContents = !changesHands(request, owner);
    const redeemed = await redeem(context, { code, hash, origin: originOf(request), keepsContents });
    if (!redeemed) {
      return DEAD_CODE;
    }
    if (redeemed.isTransferred) {
      await accountTransfers.clear(owner.userId);
    }
    // The browser that proved the e-mail gets in, however many strangers guess at the password.
    await recognisedDevices.mark(reply, email);
    return { status: true };
  });
}

const DEAD_CODE: Refusal<'INVALID_TOKEN'> = { refused: 'INVALID_TOKEN' };

interface Redemption {
  readonly code: string;
  readonly hash: string;
  readonly origin: EventOrigin;
  /** True if the browser is the owner's, though the e-mail was never verified. */
  readonly keepsContents: boolean;
}

/**
 * Uses the code up with all others of its user, verifies the e-mail, and sets the password. Ends every session of the
 * user, everything that the old password started, and the trust in devices. All or nothing: of two parallel calls, one
 * succeeds. The second factor stays on, because a reader of the mailbox does not have the phone. If the e-mail was
 * unverified, a stranger may have signed up with it, so earlier settings are erased unless this is the browser that
 * signed up.
 * @returns null when the code is not valid
 */
function redeem(
  context: IdentityContext,
  { code, hash, origin, keepsContents }: Redemption,
): Promise<{ readonly isTransferred: boolean } | null> {
  const { sessions, market } = context;
  return sessions.transaction(async (tx) => {
    const userId = (await ownerOfResetCode(tx, code))?.userId;
    const owner = userId === undefined ? null : await lockUser(tx, userId);
    // Checked again: another call may have used the code up while this one waited.
    if (userId === undefined || !owner || !(await ownerOfResetCode(tx, code))) {
      return null;
    }
    await voidResetCodes(tx, userId);
    const isTransferred = !owner.email_verified && !keepsContents;
    if (isTransferred) {
      await handOver(tx, userId, market);
      await forgetOtherProofs(tx, userId);
    } else if (!owner.email_verified) {
      await markProved(tx, userId);
    }
    await setPassword(tx, userId, hash);
    await endSignIns(tx, userId);
    await noteChangeOf(context, { userId, email: owner.email, isTransferred }, origin)(tx, 'password-reset');
    return { isTransferred };
  });
}
