import pg from 'pg';
import { bool, statement, text } from '../../../database/statement.js';
import { type Transaction, transaction } from '../../../database/transaction.js';
import { noteSessionsOf, type SessionChanges, type SessionTransaction } from '../base/session-changes.js';
import { hashOf, newToken } from '../base/tokens.js';
import { lockUser } from '../base/users.js';
import { CONFIRMATION_HOURS } from './codes.js';

const BEGIN = statement({
  name: 'identity-begin-email-change',
  text: `insert into identity_email_changes (user_id, new_email, old_opened, expires_at)
         select users.id, $2, not users.email_verified and not $3, now() + make_interval(hours => $4)
         from identity_sessions as sessions join identity_users as users on users.id = sessions.user_id
         where sessions.id = $1 and sessions.expires_at > now()
         on conflict (user_id) do update
         set new_email = excluded.new_email, old_code_hash = null, new_code_hash = null,
           old_opened = excluded.old_opened, new_opened = false, expires_at = excluded.expires_at
         returning not old_opened as "isOldAsked"`,
  row: { isOldAsked: bool },
});

const issueTo = (end: 'old' | 'new') =>
  statement({
    name: `identity-issue-${end}-email-change-code`,
    text: `update identity_email_changes set ${end}_code_hash = $3
           where user_id = $1 and new_email = $2 and expires_at > now()`,
  });
const ISSUE = { old: issueTo('old'), new: issueTo('new') };

const FIND = statement({
  name: 'identity-find-email-change',
  text: `select user_id as "userId" from identity_email_changes
         where (old_code_hash = $1 or new_code_hash = $1) and expires_at > now()`,
  row: { userId: text },
});

const OPEN = statement({
  name: 'identity-open-email-change',
  text: `update identity_email_changes
         set old_opened = old_opened or old_code_hash is not distinct from $2,
           new_opened = new_opened or new_code_hash is not distinct from $2
         where user_id = $1 returning new_email as "newEmail", old_opened and new_opened as "isComplete"`,
  row: { newEmail: text, isComplete: bool },
});

const CHANGE = statement({
  name: 'identity-change-email',
  text: 'update identity_users set email = $2, email_verified = true, updated_at = now() where id = $1',
});

const FORGET = statement({
  name: 'identity-forget-email-change',
  text: 'delete from identity_email_changes where user_id = $1',
});

/**
 * Changes of e-mail, confirmed by a link to each mailbox. E-mails are in lower case. All reject when the database
 * fails.
 */

/**
 * Starts a change, and replaces an earlier one. A taken new e-mail is not reported yet, so that it is not revealed.
 * @param asksAlways whether an unverified old mailbox must confirm, too
 * @returns null when the session has ended; then nothing was done
 */
export function beginEmailChange(
  pool: pg.Pool,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
  newEmail: string,
  asksAlways: boolean,
): Promise<{ readonly isOldAsked: boolean } | null> {
  return transaction(pool, async (tx) => {
    // A new password ends sessions and removes changes of e-mail. This lock puts the two in order.
    await lockUser(tx, userId);
    return (await BEGIN.row(tx, [sessionId, newEmail, asksAlways, CONFIRMATION_HOURS])) ?? null;
  });
}

/** The code of a link to one of the two mailboxes; null when another change has replaced this one. */
export async function issueEmailChangeCode(
  pool: pg.Pool,
  userId: string,
  newEmail: string,
  end: 'old' | 'new',
): Promise<string | null> {
  const code = newToken();
  return (await ISSUE[end].run(pool, [userId, newEmail, hashOf(code)])) === 1 ? code : null;
}

/** The result of opening a link: a state, or the old and new e-mail once both links are open. */
export type OpenedEmailChange = 'dead-code' | 'other-account' | 'taken' | 'waiting' | EmailChange;

interface EmailChange {
  readonly oldEmail: string;
  readonly newEmail: string;
}

/**
 * Opens a link for the signed-in user; it is not valid for other users. The second one changes the e-mail.
 * @param onChanged further work in the transaction of the change
 */
export async function openEmailChange(
  sessions: SessionChanges,
  userId: string,
  code: string,
  onChanged: (tx: SessionTransaction, change: EmailChange) => Promise<void>,
): Promise<OpenedEmailChange> {
  try {
    return await sessions.transaction(async (tx) => {
      const owner = await lockUser(tx, userId);
      const codeHash = hashOf(code);
      const found = await FIND.row(tx, [codeHash]);
      if (!owner || !found) {
        return 'dead-code';
      }
      if (found.userId !== userId) {
        return 'other-account';
      }
      const opened = await OPEN.row(tx, [userId, codeHash]);
      if (!opened?.isComplete) {
        return 'waiting';
      }
      await CHANGE.run(tx, [userId, opened.newEmail]);
      noteSessionsOf(tx, userId);
      await forgetEmailChange(tx, userId);
      const change = { oldEmail: owner.email, newEmail: opened.newEmail };
      await onChanged(tx, change);
      return change;
    });
  } catch (error) {
    // Taken by a sign-up or another change since the link was sent, or at this very moment.
    if (error instanceof pg.DatabaseError && error.constraint === 'identity_users_email_unique') {
      return 'taken';
    }
    throw error;
  }
}

/** Invalidates the links of this user's change of e-mail. */
export async function forgetEmailChange(tx: Transaction, userId: string): Promise<void> {
  await FORGET.run(tx, [userId]);
}
