import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto';
import { browserCookie, type CookieNaming } from '../cookies.js';

const ID_BYTES = 16;
const YEAR_SECONDS = 365 * 24 * 60 * 60;
const FORMAT = /^([\w-]{22})\.([\w-]{43})$/;

/** Browsers that have proved an account once. It opens nothing: it only tells them from strangers in the limits. */
export interface KnownBrowsers {
  /** The id of a browser that has proved the account of this e-mail (in lower case); null for any other. */
  idOf(cookieHeader: string | undefined, email: string): string | null;
  /** The Set-Cookie header for a browser that has just proved it. */
  planted(email: string): string;
}

export function knownBrowsers(naming: CookieNaming, secret: string): KnownBrowsers {
  const cookie = browserCookie(naming, 'known_browser');
  const key = createSecretKey(secret, 'utf8');
  const sign = (id: string, email: string) =>
    createHmac('sha256', key).update(`known-browser ${id} ${email}`).digest();

  return {
    idOf(cookieHeader, email) {
      const [, id, signature] = FORMAT.exec(cookie.read(cookieHeader) ?? '') ?? [];
      if (id === undefined || signature === undefined) {
        return null;
      }
      return timingSafeEqual(Buffer.from(signature, 'base64url'), sign(id, email)) ? id : null;
    },
    planted(email) {
      const id = randomBytes(ID_BYTES).toString('base64url');
      const signature = sign(id, email.toLowerCase()).toString('base64url');
      return cookie.planted(`${id}.${signature}`, YEAR_SECONDS);
    },
  };
}
