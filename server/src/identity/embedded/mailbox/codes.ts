import type pg from 'pg';
import { bool, statement, text } from '../../../database/statement.js';
import { type Transaction, transaction } from '../../../database/transaction.js';
import type { SessionChanges } from '../base/session-changes.js';
import { hashOf, isToken, newToken } from '../base/tokens.js';
import { lockUser } from '../base/users.js';
import { markProved } from './account-transfer.js';

export const RESET_MINUTES = 30;
export const CONFIRMATION_HOURS = 24;
/** More than the mail limits allow in the lifetime of a code, so a stranger's requests invalidate no link. */
const RESETS_OF_A_USER = 40;

const LOCK_BY_EMAIL = statement({
  name: 'identity-lock-user-of-email',
  text: 'select id, email_verified from identity_users where email = $1 for update',
  row: { id: text, email_verified: bool },
});

const INSERT_RESET = statement({
  name: 'identity-insert-reset-code',
  text: `insert into identity_verifications (id, identifier, value, expires_at)
         values (gen_random_uuid(), $1, $2, now() + make_interval(mins => $3))`,
});

const FORGET_OLDEST = statement({
  name: 'identity-forget-oldest-reset-codes',
  text: `delete from identity_verifications where id in (
           select id from identity_verifications where value = $1 and identifier like 'reset-password:%'
           order by expires_at desc offset $2)`,
});

const OWNER_OF_RESET = statement({
  name: 'identity-owner-of-reset-code',
  text: `select users.id, users.email, users.name, users.email_verified from identity_verifications as codes
         join identity_users as users on users.id = codes.value
         where codes.identifier = $1 and codes.expires_at > now()`,
  row: { id: text, email: text, name: text, email_verified: bool },
});

const VOID_RESETS = statement({
  name: 'identity-void-reset-codes',
  text: `delete from identity_verifications where value = $1 and identifier like 'reset-password:%'`,
});

const ISSUE_CONFIRMATION = statement({
  name: 'identity-issue-confirmation-code',
  text: `insert into identity_verifications (id, identifier, value, expires_at)
         select 'confirm-email:' || id, $2, id, now() + make_interval(hours => $3)
         from identity_users where email = $1 and not email_verified
         on conflict (id) do update
         set identifier = excluded.identifier, expires_at = excluded.expires_at, updated_at = now()`,
});

const FIND_CONFIRMATION = statement({
  name: 'identity-find-confirmation-code',
  text: 'select value from identity_verifications where identifier = $1 and expires_at > now()',
  row: { value: text },
});

const USE_CONFIRMATION = statement({
  name: 'identity-use-confirmation-code',
  text: 'delete from identity_verifications where identifier = $1',
});

/**
 * The codes of links in mails, in identity_verifications. Only hashes are stored, so reading the table opens no
 * account. A user can have several codes to set a password, since anyone can request one. They were all sent to the
 * user's own mailbox, and using one invalidates them all. A user has one code to confirm an e-mail, and a new one
 * replaces it. E-mails are in lower case. All functions reject when the database fails.
 */

/** A code that sets a new password, or null when no account has this e-mail. */
export function issueResetCode(
  pool: pg.Pool,
  email: string,
): Promise<{ readonly code: string; readonly isProved: boolean } | null> {
  return transaction(pool, async (tx) => {
    const user = await LOCK_BY_EMAIL.row(tx, [email]);
    if (!user) {
      return null;
    }
    const code = newToken();
    await INSERT_RESET.run(tx, [resetIdentifier(code), user.id, RESET_MINUTES]);
    await FORGET_OLDEST.run(tx, [user.id, RESETS_OF_A_USER]);
    return { code, isProved: user.email_verified };
  });
}

/** The user whose password a code sets. */
export interface ResetOwner {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly isProved: boolean;
}

/** The owner of a valid code, or null. */
export async function ownerOfResetCode(
  client: pg.Pool | Transaction,
  code: string,
): Promise<ResetOwner | null> {
  if (!isToken(code)) {
    return null;
  }
  const row = await OWNER_OF_RESET.row(client, [resetIdentifier(code)]);
  return row ? { userId: row.id, email: row.email, name: row.name, isProved: row.email_verified } : null;
}

/** Invalidates all reset links sent to this user. */
export async function voidResetCodes(tx: Transaction, userId: string): Promise<void> {
  await VOID_RESETS.run(tx, [userId]);
}

/** A code that confirms an e-mail; null when no account has it, or it is already verified. */
export async function issueConfirmationCode(pool: pg.Pool, email: string): Promise<string | null> {
  const code = newToken();
  const issued = await ISSUE_CONFIRMATION.run(pool, [
    email,
    confirmationIdentifier(code),
    CONFIRMATION_HOURS,
  ]);
  return issued === 1 ? code : null;
}

/**
 * Uses a code up for the signed-in user. It is not valid for other users: a stranger can sign up with any e-mail, and
 * its owner's click must not verify it for them.
 * @returns 'already-proved' for a user whose e-mail is verified; the code is then no proof
 */
export function redeemConfirmationCode(
  sessions: SessionChanges,
  userId: string,
  code: string,
): Promise<'proved' | 'already-proved' | 'other-account' | 'dead-code'> {
  return sessions.transaction(async (tx) => {
    const owner = await lockUser(tx, userId);
    const identifier = confirmationIdentifier(code);
    const found = await FIND_CONFIRMATION.row(tx, [identifier]);
    if (found && found.value !== userId) {
      return 'other-account';
    }
    if (owner?.email_verified) {
      return 'already-proved';
    }
    if (!owner || !found) {
      return 'dead-code';
    }
    await USE_CONFIRMATION.run(tx, [identifier]);
    await markProved(tx, userId);
    return 'proved';
  });
}

function resetIdentifier(code: string): string {
  return `reset-password:${hashOf(code)}`;
}

function confirmationIdentifier(code: string): string {
  return `confirm-email:${hashOf(code)}`;
}
