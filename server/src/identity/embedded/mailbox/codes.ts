import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { type Transaction, transaction } from '../../../database/transaction.js';
import { hashOf, isToken, newToken } from '../base/tokens.js';
import { lockUser } from '../base/users.js';
import { markProved } from './handover.js';

export const RESET_MINUTES = 30;
export const CONFIRMATION_HOURS = 24;
/** More than the limits of mails allow in the lifetime of a code: a stranger's requests void nobody's link. */
const RESETS_OF_A_USER = 40;

/**
 * The codes of links in mails, in identity_verifications. Only hashes are kept, so reading the table opens no account.
 * Codes to set a password a user may have several of, since anybody can ask for one; they all went to the user's own
 * mailbox, and using one voids them all. Of codes to confirm an e-mail a user has one, and a new one takes its place.
 * E-mails are in lower case. All functions reject when the database fails.
 */

/** A code that sets a new password, or null when nobody has this e-mail. */
export function issueResetCode(
  pool: pg.Pool,
  email: string,
): Promise<{ readonly code: string; readonly isProved: boolean } | null> {
  return transaction(pool, async (tx) => {
    const { rows } = await tx.query<{ id: string; email_verified: boolean }>(
      'select id, email_verified from identity_users where email = $1 for update',
      [email],
    );
    const [user] = rows;
    if (!user) {
      return null;
    }
    const code = newToken();
    await tx.query(
      `insert into identity_verifications (id, identifier, value, expires_at)
        values ($1, $2, $3, now() + make_interval(mins => $4))`,
      [randomUUID(), resetIdentifier(code), user.id, RESET_MINUTES],
    );
    await tx.query(
      `delete from identity_verifications where id in (
        select id from identity_verifications where value = $1 and identifier like 'reset-password:%'
        order by expires_at desc offset $2)`,
      [user.id, RESETS_OF_A_USER],
    );
    return { code, isProved: user.email_verified };
  });
}

/** Whose a code is, or null when it would not work now. */
export async function ownerOfResetCode(
  client: pg.Pool | Transaction,
  code: string,
): Promise<{ readonly userId: string; readonly email: string } | null> {
  if (!isToken(code)) {
    return null;
  }
  const { rows } = await client.query<{ id: string; email: string }>({
    name: 'identity-owner-of-reset-code',
    text: `select users.id, users.email from identity_verifications as codes
      join identity_users as users on users.id = codes.value
      where codes.identifier = $1 and codes.expires_at > now()`,
    values: [resetIdentifier(code)],
  });
  return rows[0] ? { userId: rows[0].id, email: rows[0].email } : null;
}

/** No link of a mail that this user was sent sets a password any more. */
export async function voidResetCodes(tx: Transaction, userId: string): Promise<void> {
  await tx.query(
    `delete from identity_verifications where value = $1 and identifier like 'reset-password:%'`,
    [userId],
  );
}

/** A code that confirms an e-mail; null when nobody has it, or it is proved already. */
export async function issueConfirmationCode(pool: pg.Pool, email: string): Promise<string | null> {
  const code = newToken();
  const { rowCount } = await pool.query({
    name: 'identity-issue-confirmation-code',
    text: `insert into identity_verifications (id, identifier, value, expires_at)
      select 'confirm-email:' || id, $2, id, now() + make_interval(hours => $3)
      from identity_users where email = $1 and not email_verified
      on conflict (id) do update
      set identifier = excluded.identifier, expires_at = excluded.expires_at, updated_at = now()`,
    values: [email, confirmationIdentifier(code), CONFIRMATION_HOURS],
  });
  return rowCount === 1 ? code : null;
}

/**
 * Uses a code up for the user who is signed in. It counts for nobody else: a stranger can sign up with any e-mail, and
 * its owner's click must not prove it for them.
 */
export function redeemConfirmationCode(
  pool: pg.Pool,
  userId: string,
  code: string,
): Promise<'proved' | 'other-account' | 'dead-code'> {
  return transaction(pool, async (tx) => {
    const owner = await lockUser(tx, userId);
    const identifier = confirmationIdentifier(code);
    const { rows } = await tx.query<{ value: string }>(
      'select value from identity_verifications where identifier = $1 and expires_at > now()',
      [identifier],
    );
    if (rows[0] && rows[0].value !== userId) {
      return 'other-account';
    }
    if (owner?.email_verified) {
      return 'proved';
    }
    if (!owner || !rows[0]) {
      return 'dead-code';
    }
    await tx.query('delete from identity_verifications where identifier = $1', [identifier]);
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
