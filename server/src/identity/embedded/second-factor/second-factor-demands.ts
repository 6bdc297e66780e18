import { SECOND_FACTORS, type SecondFactor, type SecondFactorDemand } from '@perkex/contract/identity.js';
import type pg from 'pg';
import type { CookieNaming } from '../cookies.js';
import { hashOf } from '../tokens.js';
import { trustedDeviceCookie } from './trusted-devices.js';

/** Whether a user has to prove a sign-in a second time. */
export interface SecondFactorDemands {
  /**
   * What the user has to prove besides; null when nothing is turned on, or this browser is trusted. Rejects when the
   * database fails.
   */
  demandOf(userId: string, cookieHeader: string | undefined): Promise<SecondFactorDemand | null>;
}

interface Standing {
  readonly has_app: boolean;
  readonly phone: string | null;
  readonly has_recovery: boolean;
  readonly is_trusted: boolean;
}

/** Asks whoever has turned a factor on, unless this very browser is trusted with this very user. */
export function secondFactorDemands(pool: pg.Pool, cookies: CookieNaming): SecondFactorDemands {
  const cookie = trustedDeviceCookie(cookies);

  async function standingOf(userId: string, deviceToken: string | null): Promise<Standing | undefined> {
    const { rows } = await pool.query<Standing>({
      name: 'identity-second-factor-standing',
      text: `select
          exists (select 1 from identity_authenticator_apps where user_id = $1 and confirmed_at is not null)
            as has_app,
          (select ending from identity_phones where user_id = $1 and confirmed_at is not null) as phone,
          exists (select 1 from identity_recovery_codes where user_id = $1) as has_recovery,
          exists (
            select 1 from identity_trusted_devices
            where token_hash = $2 and user_id = $1 and expires_at > now()) as is_trusted`,
      values: [userId, deviceToken === null ? null : hashOf(deviceToken)],
    });
    return rows[0];
  }

  return {
    async demandOf(userId, cookieHeader) {
      const standing = await standingOf(userId, cookie.read(cookieHeader));
      if (!standing || standing.is_trusted || (!standing.has_app && standing.phone === null)) {
        return null;
      }
      return { factors: factorsOf(standing), phone: standing.phone, mayTrustDevice: true };
    },
  };
}

function factorsOf({ has_app, phone, has_recovery }: Standing): SecondFactor[] {
  const isOffered: Readonly<Record<SecondFactor, boolean>> = {
    app: has_app,
    phone: phone !== null,
    recovery: has_recovery,
  };
  return SECOND_FACTORS.filter((factor) => isOffered[factor]);
}
