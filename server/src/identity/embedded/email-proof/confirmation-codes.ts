import type pg from 'pg';
import { transaction } from '../../../database/transaction.js';
import { hashOf, newToken } from '../tokens.js';
import { lockMailboxOwner, markProved } from './handover.js';

export const CONFIRMATION_HOURS = 24;

/**
 * The codes of confirmation links, in identity_verifications: a user has one row, so that a new code takes the place of
 * the one before, and the table knows the code's hash only. All functions reject when the database fails.
 */

/** A new code for the user of this e-mail (in lower case); null when there is none, or the e-mail is proved already. */
export async function issueConfirmationCode(pool: pg.Pool, email: string): Promise<string | null> {
  const code = newToken();
  const { rowCount } = await pool.query({
    name: 'identity-issue-confirmation-code',
    text: `insert into identity_verifications (id, identifier, value, expires_at)
      select 'confirm-email:' || id, $2, id, now() + make_interval(hours => $3)
      from identity_users where email = $1 and not email_verified
      on conflict (id) do update
      set identifier = excluded.identifier, expires_at = excluded.expires_at, updated_at = now()`,
    values: [email, identifierOf(code), CONFIRMATION_HOURS],
  });
  return rowCount === 1 ? code : null;
}

export type Confirmation = 'proved' | 'other-account' | 'dead-code';

/**
 * Uses a code up for the user who is signed in. It counts for nobody else: a stranger can sign up with any e-mail, and
 * its owner's click must not prove it for them.
 */
export function redeemConfirmationCode(pool: pg.Pool, userId: string, code: string): Promise<Confirmation> {
  return transaction(pool, async (tx) => {
    const owner = await lockMailboxOwner(tx, userId);
    const identifier = identifierOf(code);
    const { rows } = await tx.query<{ value: string }>(
      'select value from identity_verifications where identifier = $1 and expires_at > now()',
      [identifier],
    );
    if (rows[0] && rows[0].value !== userId) {
      return 'other-account';
    }
    if (owner && !owner.isFirstProof) {
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

function identifierOf(code: string): string {
  return `confirm-email:${hashOf(code)}`;
}
