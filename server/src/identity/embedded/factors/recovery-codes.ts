import { createHash, randomInt } from 'node:crypto';
import type pg from 'pg';
import { statement } from '../../../database/statement.js';
import type { Transaction } from '../../../database/transaction.js';

/** Without letters and digits that look alike. Sixteen of them are more than 79 random bits. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const LENGTH = 16;
const GROUP = /.{4}(?=.)/g;

const RECOVERY_CODES = 10;

/**
 * Recovery codes to write down, for a lost app or phone. They are stored as unkeyed hashes: they have enough random
 * bits to need no key, and keep working when the server's secret is replaced. All database functions reject when it
 * fails.
 */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
    return letters.replaceAll(GROUP, '$&-');
  });
}

/** The stored hash, independent of how the code was typed. */
function recoveryCodeHash(userId: string, code: string): string {
  const letters = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return createHash('sha256').update(`${userId}:${letters}`).digest('base64url');
}

const SPEND = statement({
  name: 'identity-spend-recovery-code',
  text: 'delete from identity_recovery_codes where user_id = $1 and code_hash = $2',
});

/** Uses the code up: of two parallel calls, one succeeds. */
export async function spendRecoveryCode(pool: pg.Pool, userId: string, code: string): Promise<boolean> {
  return (await SPEND.run(pool, [userId, recoveryCodeHash(userId, code)])) === 1;
}

const INSERT = statement({
  name: 'identity-insert-recovery-codes',
  text: 'insert into identity_recovery_codes (user_id, code_hash) select $1, unnest($2::text[])',
});

export async function insertRecoveryCodes(
  tx: Transaction,
  userId: string,
  codes: readonly string[],
): Promise<void> {
  await INSERT.run(tx, [userId, codes.map((code) => recoveryCodeHash(userId, code))]);
}
