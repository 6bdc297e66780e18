import { createHmac, createSecretKey } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { limitedAddress } from '../../../http/client-address.js';
import { browserCookie, type CookieNaming } from '../cookies.js';
import { sameText } from '../tokens.js';
import type { SessionBrowser } from './sessions.js';

const USER_AGENT_LENGTH_MOST = 256;
const SESSION_SECONDS = 7 * 24 * 60 * 60;

export type ReadSessionToken = (cookieHeader: string | undefined) => string | null;

/**
 * The session's cookies: `value.signature`, the signature being the value's HMAC-SHA256 in base64. One holds the
 * session's token; the other one marks a browser that is not to be remembered.
 */
export interface SessionCookies {
  /** The token, or null for anything that we did not sign. */
  readonly readToken: ReadSessionToken;
  isForgetful(cookieHeader: string | undefined): boolean;
  /** For whom a session begins with this request. */
  browserOf(request: FastifyRequest, remember: boolean): SessionBrowser;
  /** The Set-Cookie headers of a new session. */
  planted(token: string, remember: boolean): string[];
  /** The Set-Cookie headers that remove them. */
  readonly removed: string[];
}

export function sessionCookies(naming: CookieNaming, secret: string): SessionCookies {
  const tokenCookie = browserCookie(naming, 'session_token');
  const forgetfulCookie = browserCookie(naming, 'dont_remember');
  const key = createSecretKey(secret, 'utf8');
  const signed = (value: string) => `${value}.${createHmac('sha256', key).update(value).digest('base64')}`;

  function verified(text: string | null): string | null {
    const value = text?.slice(0, text.lastIndexOf('.')) ?? '';
    return text !== null && value !== '' && sameText(text, signed(value)) ? value : null;
  }

  const readToken = (header: string | undefined) => verified(tokenCookie.read(header));
  return {
    readToken,
    isForgetful: (header) => verified(forgetfulCookie.read(header)) !== null,
    browserOf: ({ ip, headers }, remember) => ({
      address: limitedAddress(ip),
      userAgent: headers['user-agent']?.slice(0, USER_AGENT_LENGTH_MOST) ?? '',
      remember,
      replaces: readToken(headers.cookie),
    }),
    planted: (token, remember) =>
      remember
        ? [tokenCookie.planted(signed(token), SESSION_SECONDS)]
        : [tokenCookie.planted(signed(token)), forgetfulCookie.planted(signed('true'))],
    removed: [tokenCookie.removed, forgetfulCookie.removed],
  };
}
