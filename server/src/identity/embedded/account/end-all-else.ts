import { statement } from '../../../database/statement.js';
import type { SessionTransaction } from '../base/session-changes.js';
import { endOtherSessions } from '../base/sessions.js';
import { voidResetCodes } from '../mailbox/codes.js';
import { forgetEmailChange } from '../mailbox/email-changes.js';
import type { AccountOwner } from './account-owner.js';

const FORGET_CHALLENGES = statement({
  name: 'identity-forget-challenges',
  text: 'delete from identity_challenges where user_id = $1',
});

/**
 * After a change of login: ends every session except the owner's, trust in other browsers, and everything in progress
 * (sign-ins, a change of e-mail, links of reset mails). The caller has locked the user.
 */
export async function endAllElse(
  tx: SessionTransaction,
  { userId, sessionId }: Pick<AccountOwner, 'userId' | 'sessionId'>,
  ownDevice: string | null,
): Promise<void> {
  await endOtherSessions(tx, userId, sessionId, ownDevice);
  await FORGET_CHALLENGES.run(tx, [userId]);
  await forgetEmailChange(tx, userId);
  await voidResetCodes(tx, userId);
}
