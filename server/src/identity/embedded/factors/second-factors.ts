import type { SecondFactor } from '@perkex/contract/identity.js';
import type pg from 'pg';
import type { AuthenticatorApps } from './authenticator-apps.js';
import type { Phones } from './phones.js';
import { spendRecoveryCode } from './recovery-codes.js';
import { sixDigits } from './totp.js';

/** A code of a factor, for a sign-in or for a session. */
export interface GivenCode {
  readonly factor: SecondFactor;
  /** As it was typed. */
  readonly code: string;
  /** What the codes for a phone are bound to. */
  readonly phonePurpose: string;
}

/** Whether it is a code of this user, which is used up. Rejects when the database fails. */
export async function spendCode(
  {
    pool,
    apps,
    phones,
  }: { readonly pool: pg.Pool; readonly apps: AuthenticatorApps; readonly phones: Phones },
  userId: string,
  { factor, code, phonePurpose }: GivenCode,
): Promise<boolean> {
  const digits = sixDigits(code);
  switch (factor) {
    case 'app':
      return digits !== null && apps.spend(userId, digits);
    case 'phone':
      return digits !== null && phones.spend(userId, phonePurpose, digits);
    case 'recovery':
      return spendRecoveryCode(pool, userId, code);
  }
}
