import type pg from 'pg';
import { type BrowserCookie, browserCookie } from '../cookies.js';
import type { CookieNaming } from '../sessions/session-cookie.js';
import { hashOf, newToken } from '../tokens.js';

const TRUST_DAYS = 30;
export const TRUST_SECONDS = TRUST_DAYS * 24 * 60 * 60;

/** What a browser that is not asked for the second factor carries. */
export function trustedDeviceCookie(cookies: CookieNaming): BrowserCookie {
  return browserCookie(cookies, 'trusted_device');
}

/** Trusts a browser of this user. @returns the token for its cookie */
export async function trustDevice(pool: pg.Pool, userId: string): Promise<string> {
  const token = newToken();
  await pool.query({
    name: 'identity-trust-device',
    text: `insert into identity_trusted_devices (token_hash, user_id, expires_at)
      values ($1, $2, now() + make_interval(days => $3))`,
    values: [hashOf(token), userId, TRUST_DAYS],
  });
  return token;
}

/** Forgets one browser, by its token. */
export async function forgetDevice(pool: pg.Pool, token: string): Promise<void> {
  await pool.query({
    name: 'identity-forget-device',
    text: 'delete from identity_trusted_devices where token_hash = $1',
    values: [hashOf(token)],
  });
}
