import type pg from 'pg';
import { transaction } from '../../../database/transaction.js';
import { lockUser } from '../lock-user.js';

type FactorTable = 'identity_authenticator_apps' | 'identity_phones';

const OTHER: Readonly<Record<FactorTable, FactorTable>> = {
  identity_authenticator_apps: 'identity_phones',
  identity_phones: 'identity_authenticator_apps',
};

/**
 * Ends a statement that turns a factor on. It goes on from `confirmed (user_id)`, and answers `is_on` and `is_fresh`.
 * A user without recovery codes gets those of `$2`, a list of hashes; a first factor makes older trust in devices void.
 */
export function turningOn(table: FactorTable): string {
  return `fresh as (
      insert into identity_recovery_codes (user_id, code_hash)
      select user_id, unnest($2::text[]) from confirmed
      where not exists (
        select 1 from identity_recovery_codes as codes where codes.user_id = confirmed.user_id)
      returning 1),
    distrusted as (
      delete from identity_trusted_devices where user_id in (
        select user_id from confirmed where not exists (
          select 1 from ${OTHER[table]} as other
          where other.user_id = confirmed.user_id and other.confirmed_at is not null)))
    select exists (select 1 from confirmed) as is_on, exists (select 1 from fresh) as is_fresh`;
}

export interface TurnedOn {
  readonly is_on: boolean;
  readonly is_fresh: boolean;
}

/** What turning a factor on led to: recovery codes when there were none, or a refusal. */
export type Confirmation =
  | { readonly type: 'on'; readonly recoveryCodes: readonly string[] }
  | { readonly type: 'wrong-code' }
  | { readonly type: 'not-started' };

/** What such a statement has answered. */
export function confirmationOf(turned: TurnedOn | undefined, recoveryCodes: readonly string[]): Confirmation {
  return turned?.is_on
    ? { type: 'on', recoveryCodes: turned.is_fresh ? recoveryCodes : [] }
    : { type: 'not-started' };
}

/** Turns a factor off. With the last one go the recovery codes and the trust in devices. @returns whether it was on */
export function turnOff(pool: pg.Pool, table: FactorTable, userId: string): Promise<boolean> {
  return transaction(pool, async (tx) => {
    await lockUser(tx, userId);
    const { rowCount } = await tx.query(
      `with off as (delete from ${table} where user_id = $1 and confirmed_at is not null returning user_id),
        last as (
          select user_id from off where not exists (
            select 1 from ${OTHER[table]} as other
            where other.user_id = off.user_id and other.confirmed_at is not null)),
        codes as (delete from identity_recovery_codes where user_id in (select user_id from last)),
        devices as (delete from identity_trusted_devices where user_id in (select user_id from last))
        select 1 from off`,
      [userId],
    );
    return rowCount === 1;
  });
}
