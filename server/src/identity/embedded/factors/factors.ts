import type pg from 'pg';
import { statement } from '../../../database/statement.js';
import { type Transaction, transaction } from '../../../database/transaction.js';
import type { Refusal } from '../../../http/problems.js';
import type { NoteChange } from '../base/account-changes.js';
import { lockUser } from '../base/users.js';
import { factorsOf } from './challenges.js';
import { type FactorOwner, markFactorProved, refuseUnprovedFactor } from './factor-proof.js';
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

/** The factors that a user can turn on. Changes of one user's factors are serialised. */
export type Turnable = keyof typeof TURN_OFF;

/** The result of turning a factor on: recovery codes if there were none, or the reason for a refusal. */
export type Confirmation =
  | { readonly type: 'on'; readonly recoveryCodes: string[] }
  | { readonly type: 'wrong-code' }
  | { readonly type: 'not-started' };

/**
 * Changes the factors of a session's user, one change after the other. A refusal if a code has to be entered first.
 */
export function changeFactors<Result>(
  pool: pg.Pool,
  owner: FactorOwner,
  change: (tx: Transaction) => Promise<Result>,
): Promise<Result | Refusal<'PROOF_NEEDED'>> {
  return transaction(pool, async (tx) => {
    await lockUser(tx, owner.userId);
    return (await refuseUnprovedFactor(tx, owner)) ?? change(tx);
  });
}

/**
 * Completes the transaction that turns a factor on, whose code is a proof in this session. The first factor invalidates
 * older trust in devices, and a user without recovery codes gets some.
 */
export async function turnedOn(
  tx: Transaction,
  { userId, sessionId }: FactorOwner,
  { factor, note }: { readonly factor: Turnable; readonly note: NoteChange },
): Promise<Confirmation> {
  await markFactorProved(tx, sessionId);
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

/** Turns a factor off. Turning off the last one also removes the recovery codes and the trust in devices. */
export function turnOff(
  pool: pg.Pool,
  factor: Turnable,
  owner: FactorOwner,
  note: NoteChange,
): Promise<{ status: true } | Refusal<'PROOF_NEEDED'>> {
  const { userId } = owner;
  return changeFactors(pool, owner, async (tx) => {
    const { count } = await factorsOf(tx, userId, null);
    if ((await TURN_OFF[factor].run(tx, [userId])) === 1) {
      await note(tx, `${factor}-off`);
      if (count === 1) {
        await FORGET_CODES.run(tx, [userId]);
        await DISTRUST_ALL.run(tx, [userId]);
      }
    }
    return { status: true };
  });
}

/** Replaces all recovery codes. Of two parallel calls, the later one's codes are the valid ones. */
export function renewRecoveryCodes(
  pool: pg.Pool,
  owner: FactorOwner,
  note: NoteChange,
): Promise<{ recoveryCodes: string[] } | Refusal<'NOTHING_ON' | 'PROOF_NEEDED'>> {
  const { userId } = owner;
  return changeFactors<{ recoveryCodes: string[] } | Refusal<'NOTHING_ON'>>(pool, owner, async (tx) => {
    const { count } = await factorsOf(tx, userId, null);
    if (count === 0) {
      return { refused: 'NOTHING_ON' };
    }
    await FORGET_CODES.run(tx, [userId]);
    const recoveryCodes = newRecoveryCodes();
    await insertRecoveryCodes(tx, userId, recoveryCodes);
    await note(tx, 'codes-renewed');
    return { recoveryCodes };
  });
}
