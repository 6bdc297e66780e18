import type { Transaction } from '../../../database/transaction.js';
import type { MarketOfUsers } from '../../identity.js';

/** The user of a mailbox, whose row is locked until the transaction ends. */
export interface MailboxOwner {
  readonly email: string;
  /** Whether nobody had proved the mailbox before, so that somebody else could have used the account. */
  readonly isFirstProof: boolean;
}

const SIGN_INS = ['identity_sessions', 'identity_challenges', 'identity_trusted_devices'];
const SECOND_FACTORS = [
  'identity_authenticator_apps',
  'identity_phones',
  'identity_phone_codes',
  'identity_recovery_codes',
];

/** Locks the user, so that two proofs of one mailbox follow each other; null when the user is gone. */
export async function lockMailboxOwner(tx: Transaction, userId: string): Promise<MailboxOwner | null> {
  const { rows } = await tx.query<{ email: string; email_verified: boolean }>(
    'select email, email_verified from identity_users where id = $1 for update',
    [userId],
  );
  return rows[0] ? { email: rows[0].email, isFirstProof: !rows[0].email_verified } : null;
}

/**
 * Somebody has proved a mailbox that nobody had proved before, by more than a session of the account: whoever signed up
 * with it may have been a stranger, so what was set up goes. The row that is left makes sure that the open orders go,
 * too (`handovers.ts`).
 */
export async function handOver(
  tx: Transaction,
  userId: string,
  { forgetSettings }: Pick<MarketOfUsers, 'forgetSettings'>,
): Promise<void> {
  // The sessions first: a setting that is being saved holds its session (`isStillSignedIn`), and is forgotten after it.
  await endSignIns(tx, userId);
  await forgetSettings(tx, userId);
  await markProved(tx, userId);
  await tx.query(
    `insert into identity_handovers (user_id) values ($1)
      on conflict (user_id) do update set cleared_at = null`,
    [userId],
  );
}

/** For a proof by the mailbox alone: a stranger's second factor, or GitHub account, would keep its owner out. */
export async function forgetOtherProofs(tx: Transaction, userId: string): Promise<void> {
  await deleteOf(tx, userId, SECOND_FACTORS);
  await tx.query(`delete from identity_logins where user_id = $1 and provider_id <> 'credential'`, [userId]);
}

/** Ends sessions, and the sign-ins that are under way or were to be spared a question. */
export function endSignIns(tx: Transaction, userId: string): Promise<void> {
  return deleteOf(tx, userId, SIGN_INS);
}

export async function markProved(tx: Transaction, userId: string): Promise<void> {
  await tx.query('update identity_users set email_verified = true, updated_at = now() where id = $1', [
    userId,
  ]);
}

async function deleteOf(tx: Transaction, userId: string, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    await tx.query(`delete from ${table} where user_id = $1`, [userId]);
  }
}
