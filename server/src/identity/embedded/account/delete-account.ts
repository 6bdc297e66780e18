import { withoutDetails } from '../../../database/errors.js';
import { statement } from '../../../database/statement.js';
import type { IdentityContext } from '../base/context.js';
import { lockUser } from '../base/users.js';
import { endSignIns } from '../mailbox/account-transfer.js';
import { type AccountOwner, isInForce, type OwnCalls } from './account-owner.js';

const DELETE_CODES = statement({
  name: 'identity-delete-codes',
  text: 'delete from identity_verifications where value = $1',
});

/** Cascades to logins, sessions, factors, challenges and trusted devices, which reference the user. */
const DELETE_USER = statement({
  name: 'identity-delete-user',
  text: 'delete from identity_users where id = $1',
});

/** Deletes the owner's account, after checking the password or, without one, in a fresh session. */
export function accountDeletion({ answerProved }: OwnCalls, context: IdentityContext): void {
  const { cookies, market, log } = context;
  const mayBeWithout = true;
  answerProved(
    'deleteAccount',
    async (owner, asked) => {
      if (!(await deleteAccount(context, owner))) {
        return { refused: 'NOT_SIGNED_IN' };
      }
      // Best effort before the answer; the market cancels them again in any case.
      await market.cancelOpenOrders(owner.userId).catch((error) => {
        log.warn(
          { err: withoutDetails(error) },
          'identity: open orders of a deleted account are not cancelled yet',
        );
      });
      cookies.session.remove(asked.reply);
      cookies.trustedDevice.remove(asked.reply);
      cookies.recognisedDevice.remove(asked.reply);
      return { status: true };
    },
    { mayBeWithout },
  );
}

/** @returns false when the session or the password has changed in the meantime; then nothing was done */
function deleteAccount(
  { sessions, market, sendLater }: IdentityContext,
  owner: AccountOwner,
): Promise<boolean> {
  return sessions.transaction(async (tx) => {
    const { userId, email } = owner;
    await lockUser(tx, userId);
    if (!(await isInForce(tx, owner))) {
      return false;
    }
    // Sessions first: a setting being saved locks its session (`isStillSignedIn`), so it is erased after that save.
    await endSignIns(tx, userId);
    await market.beginErasure(tx, userId);
    await DELETE_CODES.run(tx, [userId]);
    await DELETE_USER.run(tx, [userId]);
    await sendLater(tx, { type: 'deletion', email });
    return true;
  });
}
