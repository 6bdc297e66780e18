import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { type Transaction, transaction } from '../../../database/transaction.js';
import type { MarketOfUsers } from '../../identity.js';
import { endSignIns, forgetOtherProofs, handOver, lockMailboxOwner } from '../email-proof/handover.js';
import { hashOf, isToken, newToken } from '../tokens.js';

export const CODE_LIFETIME_MINUTES = 30;
/** More than the limits of mails allow in the lifetime of a code: a stranger's requests void nobody's link. */
const CODES_OF_A_USER = 40;

/**
 * The codes of reset links, in identity_verifications. A user may have several, since anybody can ask for one; they all
 * went to the user's own mailbox, and using one voids them all. Only hashes are kept, so reading the table opens no
 * account. All functions reject when the database fails.
 */

/** A new code for the user of this e-mail (in lower case), or null when there is none. */
export async function issueCode(
  pool: pg.Pool,
  email: string,
): Promise<{ readonly code: string; readonly email: string; readonly isProved: boolean } | null> {
  const code = newToken();
  return transaction(pool, async (tx) => {
    const { rows } = await tx.query<{ id: string; email: string; email_verified: boolean }>(
      'select id, email, email_verified from identity_users where email = $1 for update',
      [email],
    );
    const [user] = rows;
    if (!user) {
      return null;
    }
    await tx.query(
      `insert into identity_verifications (id, identifier, value, expires_at)
        values ($1, $2, $3, now() + make_interval(mins => $4))`,
      [randomUUID(), identifierOf(code), user.id, CODE_LIFETIME_MINUTES],
    );
    await tx.query(
      `delete from identity_verifications where id in (
        select id from identity_verifications where value = $1 and identifier like 'reset-password:%'
        order by expires_at desc offset $2)`,
      [user.id, CODES_OF_A_USER],
    );
    return { code, email: user.email, isProved: user.email_verified };
  });
}

/** Whose e-mail the code is for, or null when it would not work now. */
export async function emailOfCode(pool: pg.Pool, code: string): Promise<string | null> {
  if (!isToken(code)) {
    return null;
  }
  const { rows } = await pool.query<{ email: string }>({
    name: 'identity-email-of-reset-code',
    text: `select users.email from identity_verifications as codes
      join identity_users as users on users.id = codes.value
      where codes.identifier = $1 and codes.expires_at > now()`,
    values: [identifierOf(code)],
  });
  return rows[0]?.email ?? null;
}

/** What a reset has done. */
export interface Redeemed {
  readonly userId: string;
  readonly email: string;
  /** Whether nobody had proved the e-mail before, so that everything from before is gone. */
  readonly isHandedOver: boolean;
}

/**
 * Uses the code up, and all others of its user, which proves the e-mail, sets the password, ends every session of the
 * user, and forgets what the old password has begun and which devices were trusted, all or nothing: of two at once, one
 * wins. The second factor stays on, since whoever reads the mails does not have the phone. If nobody had proved the
 * e-mail before, a stranger may have signed up with it: then everything goes that was set up.
 * @returns null when the code does not work
 */
export function redeemCode(
  pool: pg.Pool,
  market: Pick<MarketOfUsers, 'forgetSettings'>,
  { code, passwordHash }: { readonly code: string; readonly passwordHash: string },
): Promise<Redeemed | null> {
  return transaction(pool, async (tx) => {
    const userId = await userOfCode(tx, code);
    const owner = userId === null ? null : await lockMailboxOwner(tx, userId);
    if (userId === null || !owner) {
      return null;
    }
    const used = await tx.query(
      'delete from identity_verifications where identifier = $1 and expires_at > now()',
      [identifierOf(code)],
    );
    if (used.rowCount !== 1) {
      return null;
    }
    await voidResetCodes(tx, userId);
    if (owner.isFirstProof) {
      await handOver(tx, userId, market);
      await forgetOtherProofs(tx, userId);
    }
    await tx.query(
      `insert into identity_logins (id, user_id, provider_id, account_id, password)
        values ($1, $2, 'credential', $2, $3)
        on conflict on constraint identity_logins_account_unique do update
        set password = excluded.password, updated_at = now()`,
      [randomUUID(), userId, passwordHash],
    );
    await endSignIns(tx, userId);
    return { userId, email: owner.email, isHandedOver: owner.isFirstProof };
  });
}

/** No link of a mail that this user was sent sets a password any more. */
export async function voidResetCodes(tx: Transaction, userId: string): Promise<void> {
  await tx.query(
    `delete from identity_verifications where value = $1 and identifier like 'reset-password:%'`,
    [userId],
  );
}

async function userOfCode(tx: Transaction, code: string): Promise<string | null> {
  const { rows } = await tx.query<{ value: string }>(
    'select value from identity_verifications where identifier = $1',
    [identifierOf(code)],
  );
  return rows[0]?.value ?? null;
}

function identifierOf(code: string): string {
  return `reset-password:${hashOf(code)}`;
}
