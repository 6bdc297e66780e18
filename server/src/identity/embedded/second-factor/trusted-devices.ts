import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { type BrowserCookie, browserCookie } from '../cookies.js';
import type { CookieNaming } from '../session-cookie.js';

const TOKEN_BYTES = 32;
const TRUST_DAYS = 30;
export const TRUST_SECONDS = TRUST_DAYS * 24 * 60 * 60;

/** What a browser that is not asked for the second factor carries. */
export function trustedDeviceCookie(cookies: CookieNaming): BrowserCookie {
  return browserCookie(cookies, 'trusted_device');
}

/** Trusts a browser of this user, and forgets trust that is over. @returns the token for its cookie */
export async function trustDevice(pool: pg.Pool, userId: string): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await pool.query({
    name: 'identity-trust-device',
    text: `with over as (delete from identity_trusted_devices where expires_at < now())
      insert into identity_trusted_devices (token_hash, user_id, expires_at)
      values ($1, $2, now() + make_interval(days => $3))`,
    values: [deviceHash(token), userId, TRUST_DAYS],
  });
  return token;
}

/** As a token is kept. */
export function deviceHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
