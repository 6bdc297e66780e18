import type { SecondFactorChallenge } from '@perkex/contract/identity.js';
import { SECOND_FACTORS, type SecondFactor } from '@perkex/contract/second-factors.js';
import type pg from 'pg';
import { bool, int4, orNull, statement, text } from '../../../database/statement.js';
import type { Transaction } from '../../../database/transaction.js';
import { hashOf, newToken } from '../base/tokens.js';

const TRUST_DAYS = 30;
export const TRUST_SECONDS = TRUST_DAYS * 24 * 60 * 60;

const FACTORS_OF = statement({
  name: 'identity-second-factor-standing',
  text: `select
           exists (select 1 from identity_authenticator_apps where user_id = $1 and confirmed_at is not null)
             as has_app,
           (select ending from identity_phones where user_id = $1 and confirmed_at is not null) as phone,
           (select count(*)::int from identity_recovery_codes where user_id = $1) as recovery_codes,
           exists (
             select 1 from identity_trusted_devices
             where token_hash = $2 and user_id = $1 and expires_at > now()) as is_trusted`,
  row: { has_app: bool, phone: orNull(text), recovery_codes: int4, is_trusted: bool },
});

/** The factors that a user has turned on. @param deviceToken the browser's, which may be a trusted one */
export async function factorsOf(client: pg.Pool | Transaction, userId: string, deviceToken: string | null) {
  const row = await FACTORS_OF.row(client, [userId, deviceToken === null ? null : hashOf(deviceToken)]);
  const found = row ?? { has_app: false, phone: null, recovery_codes: 0, is_trusted: false };
  return { ...found, count: Number(found.has_app) + Number(found.phone !== null) };
}

/**
 * The second-factor challenge for a user; null when no factor is on, or this browser is trusted for this user. Rejects
 * when the database fails.
 */
export async function challengeOf(
  pool: pg.Pool,
  userId: string,
  deviceToken: string | null,
): Promise<SecondFactorChallenge | null> {
  const { has_app, phone, recovery_codes, is_trusted, count } = await factorsOf(pool, userId, deviceToken);
  if (is_trusted || count === 0) {
    return null;
  }
  const isOffered: Readonly<Record<SecondFactor, boolean>> = {
    app: has_app,
    phone: phone !== null,
    recovery: recovery_codes > 0,
  };
  const factors = SECOND_FACTORS.filter((factor) => isOffered[factor]);
  return { factors, phone, mayTrustDevice: true };
}

const TRUST_DEVICE = statement({
  name: 'identity-trust-device',
  text: `insert into identity_trusted_devices (token_hash, user_id, expires_at)
         values ($1, $2, now() + make_interval(days => $3))`,
});

/** Marks a browser as trusted by this user. @returns the token for its cookie */
export async function trustDevice(tx: Transaction, userId: string): Promise<string> {
  const token = newToken();
  await TRUST_DEVICE.run(tx, [hashOf(token), userId, TRUST_DAYS]);
  return token;
}
