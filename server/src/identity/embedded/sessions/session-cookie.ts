import { createHmac, createSecretKey } from 'node:crypto';
import { type CookieNaming, cookieValue } from '../cookies.js';
import { sameText } from '../tokens.js';

export type ReadSessionToken = (cookieHeader: string | undefined) => string | null;

/** Ends the session of a cookie header, if it has one. Rejects when it cannot. */
export type EndSessionOf = (cookieHeader: string | undefined) => Promise<void>;

/**
 * A reader of the session cookie that better-auth sets: `token.signature`, URL-encoded, the signature being the
 * token's HMAC-SHA256 in base64. It answers the token, or null for anything that we did not sign.
 */
export function sessionTokenReader(naming: CookieNaming, secret: string): ReadSessionToken {
  const name = `${naming.prefix}.session_token`;
  const key = createSecretKey(secret, 'utf8');
  const sign = (token: string) => createHmac('sha256', key).update(token).digest('base64');

  return (cookieHeader) => {
    const value = cookieHeader === undefined ? null : cookieValue(cookieHeader, name);
    if (value === null) {
      return null;
    }
    const dot = value.lastIndexOf('.');
    if (dot < 1) {
      return null;
    }
    const token = value.slice(0, dot);
    return sameText(value.slice(dot + 1), sign(token)) ? token : null;
  };
}
