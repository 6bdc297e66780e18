import { createHash, randomInt } from 'node:crypto';
import type pg from 'pg';
import { transaction } from '../../../database/transaction.js';
import { lockUser } from '../lock-user.js';

/** Without letters and digits that look alike. Sixteen of them are more than 79 random bits. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const LENGTH = 16;
const GROUP = /.{4}(?=.)/g;

const RECOVERY_CODES = 10;

/**
 * Codes to be written down, for a lost app or phone. Kept are hashes without a key: so many random bits need none, and
 * they go on working when the server's secret has to be replaced. All functions on the database reject when it fails.
 */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
    return letters.replaceAll(GROUP, '$&-');
  });
}

/** As it is kept. It is the same however the code was typed. */
export function recoveryCodeHash(userId: string, code: string): string {
  const letters = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return createHash('sha256').update(`${userId}:${letters}`).digest('base64url');
}

/** Uses the code up: of two at once, one is right. */
export async function spendRecoveryCode(pool: pg.Pool, userId: string, code: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'identity-spend-recovery-code',
    text: 'delete from identity_recovery_codes where user_id = $1 and code_hash = $2',
    values: [userId, recoveryCodeHash(userId, code)],
  });
  return rowCount === 1;
}

/**
 * Puts new ones in the place of all before. False, and nothing changed, where no second factor is turned on. The user is
 * locked before anything is looked at: of two at once, the later one's codes are the ones that work.
 */
export function replaceRecoveryCodes(
  pool: pg.Pool,
  userId: string,
  codes: readonly string[],
): Promise<boolean> {
  return transaction(pool, async (tx) => {
    await lockUser(tx, userId);
    const { rows } = await tx.query<{ is_on: boolean }>(
      `with owner as (
          select id from identity_users where id = $1 and (
            exists (select 1 from identity_authenticator_apps where user_id = $1 and confirmed_at is not null)
            or exists (select 1 from identity_phones where user_id = $1 and confirmed_at is not null))),
        gone as (
          delete from identity_recovery_codes where user_id in (select id from owner) and code_hash <> all ($2)),
        fresh as (
          insert into identity_recovery_codes (user_id, code_hash) select id, unnest($2::text[]) from owner)
        select exists (select 1 from owner) as is_on`,
      [userId, codes.map((code) => recoveryCodeHash(userId, code))],
    );
    return rows[0]?.is_on ?? false;
  });
}
