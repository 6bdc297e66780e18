import type pg from 'pg';
import { type Transaction, transaction } from '../../../database/transaction.js';
import { type EventOrigin, noteEvent } from '../base/account-events.js';
import { lockUser } from '../base/users.js';
import { insertRecoveryCodes, newRecoveryCodes } from './recovery-codes.js';

/** The tables of what a user can turn on, one row each. Changes of one user's factors follow each other. */
const TABLES = { app: 'identity_authenticator_apps', phone: 'identity_phones' } as const;

/** What a user can turn on. */
export type Turnable = keyof typeof TABLES;

/** What turning a factor on led to: recovery codes when there were none, or why it was not turned on. */
export type Confirmation =
  | { readonly type: 'on'; readonly recoveryCodes: string[] }
  | { readonly type: 'wrong-code' }
  | { readonly type: 'not-started' };

/**
 * Ends the transaction that has turned a factor on: the first one makes older trust in devices void, and a user without
 * recovery codes gets some.
 */
export async function turnedOn(
  tx: Transaction,
  userId: string,
  { factor, origin }: { readonly factor: Turnable; readonly origin: EventOrigin },
): Promise<Confirmation> {
  await noteEvent(tx, userId, `${factor}-on`, origin);
  const { apps, phones, codes } = await countFactors(tx, userId);
  if (apps + phones === 1) {
    await tx.query('delete from identity_trusted_devices where user_id = $1', [userId]);
  }
  if (codes > 0) {
    return { type: 'on', recoveryCodes: [] };
  }
  const recoveryCodes = newRecoveryCodes();
  await insertRecoveryCodes(tx, userId, recoveryCodes);
  return { type: 'on', recoveryCodes };
}

/** Turns a factor off. With the last one go the recovery codes and the trust in devices. @returns whether it was on */
export function turnOff(
  pool: pg.Pool,
  factor: Turnable,
  userId: string,
  origin: EventOrigin,
): Promise<boolean> {
  return transaction(pool, async (tx) => {
    await lockUser(tx, userId);
    const { apps, phones } = await countFactors(tx, userId);
    const { rowCount } = await tx.query(
      `delete from ${TABLES[factor]} where user_id = $1 and confirmed_at is not null`,
      [userId],
    );
    if (rowCount === 1) {
      await noteEvent(tx, userId, `${factor}-off`, origin);
    }
    if (rowCount === 1 && apps + phones === 1) {
      await tx.query('delete from identity_recovery_codes where user_id = $1', [userId]);
      await tx.query('delete from identity_trusted_devices where user_id = $1', [userId]);
    }
    return rowCount === 1;
  });
}

/**
 * Puts new recovery codes in the place of all before; null where no factor is turned on. Of two at once, the later one's
 * codes are the ones that work.
 */
export function renewRecoveryCodes(
  pool: pg.Pool,
  userId: string,
  origin: EventOrigin,
): Promise<string[] | null> {
  return transaction(pool, async (tx) => {
    await lockUser(tx, userId);
    const { apps, phones } = await countFactors(tx, userId);
    if (apps + phones === 0) {
      return null;
    }
    await tx.query('delete from identity_recovery_codes where user_id = $1', [userId]);
    const recoveryCodes = newRecoveryCodes();
    await insertRecoveryCodes(tx, userId, recoveryCodes);
    await noteEvent(tx, userId, 'codes-renewed', origin);
    return recoveryCodes;
  });
}

async function countFactors(tx: Transaction, userId: string) {
  const { rows } = await tx.query<{ apps: number; phones: number; codes: number }>(
    `select
      (select count(*)::int from identity_authenticator_apps
        where user_id = $1 and confirmed_at is not null) as apps,
      (select count(*)::int from identity_phones where user_id = $1 and confirmed_at is not null) as phones,
      (select count(*)::int from identity_recovery_codes where user_id = $1) as codes`,
    [userId],
  );
  return rows[0] ?? { apps: 0, phones: 0, codes: 0 };
}
