import type pg from 'pg';
import { statement } from '../../../database/statement.js';
import { type Transaction, transaction } from '../../../database/transaction.js';
import type { NoteChange } from '../base/account-changes.js';
import { lockUser } from '../base/users.js';
import { factorsOf } from './demands.js';
import { insertRecoveryCodes, newRecoveryCodes } from './recovery-codes.js';

const TURN_OFF = {
  app: statement({
    name: 'identity-turn-app-off',
    text: 'delete from identity_authenticator_apps where user_id = $1 and confirmed_at is not null',
  }),
  phone: statement({
    name: 'identity-turn-phone-off',
    text: 'delete from identity_phones where user_id = $1 and confirmed_at is not null',
  }),
};

const FORGET_CODES = statement({
  name: 'identity-forget-recovery-codes',
  text: 'delete from identity_recovery_codes where user_id = $1',
});

const DISTRUST_ALL = statement({
  name: 'identity-distrust-devices',
  text: 'delete from identity_trusted_devices where user_id = $1',
});

/** What a user can turn on. Changes of one user's factors follow each other. */
export type Turnable = keyof typeof TURN_OFF;

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
  { factor, note }: { readonly factor: Turnable; readonly note: NoteChange },
): Promise<Confirmation> {
  await note(tx, `${factor}-on`);
  const { count, recovery_codes } = await factorsOf(tx, userId, null);
  if (count === 1) {
    await DISTRUST_ALL.run(tx, [userId]);
  }
  if (recovery_codes > 0) {
    return { type: 'on', recoveryCodes: [] };
  }
  const recoveryCodes = newRecoveryCodes();
  await insertRecoveryCodes(tx, userId, recoveryCodes);
  return { type: 'on', recoveryCodes };
}

/** Turns a factor off. With the last one go the recovery codes and the trust in devices. */
export function turnOff(pool: pg.Pool, factor: Turnable, userId: string, note: NoteChange): Promise<void> {
  return transaction(pool, async (tx) => {
    await lockUser(tx, userId);
    const { count } = await factorsOf(tx, userId, null);
    if ((await TURN_OFF[factor].run(tx, [userId])) !== 1) {
      return;
    }
    await note(tx, `${factor}-off`);
    if (count === 1) {
      await FORGET_CODES.run(tx, [userId]);
      await DISTRUST_ALL.run(tx, [userId]);
    }
  });
}

/**
 * Puts new recovery codes in the place of all before; null where no factor is turned on. Of two at once, the later one's
 * codes are the ones that work.
 */
export function renewRecoveryCodes(
  pool: pg.Pool,
  userId: string,
  note: NoteChange,
): Promise<string[] | null> {
  return transaction(pool, async (tx) => {
    await lockUser(tx, userId);
    const { count } = await factorsOf(tx, userId, null);
    if (count === 0) {
      return null;
    }
    await FORGET_CODES.run(tx, [userId]);
    const recoveryCodes = newRecoveryCodes();
    await insertRecoveryCodes(tx, userId, recoveryCodes);
    await note(tx, 'codes-renewed');
    return recoveryCodes;
  });
}
