import { createHmac, createSecretKey } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../../clock/clock.js';
import { signedInAccounts } from './signed-in-accounts.js';
import { sameText } from './tokens.js';

const SESSION_SECONDS = 7 * 24 * 60 * 60;

/** A cookie that scripts cannot read, and that other sites send only by following a link. */
export interface BrowserCookie {
  readonly name: string;
  /** Null when there is none. */
  read(cookieHeader: string | undefined): string | null;
  /** Without a maximum age, the cookie ends with the browser's session. */
  plant(reply: FastifyReply, value: string, maxAgeSeconds?: number): void;
  remove(reply: FastifyReply): void;
}

export type IdentityCookies = ReturnType<typeof identityCookies>;

/** On https the `__Host-` prefix prevents other hosts and plain http from setting the cookie; it requires Secure. */
export function identityCookies(publicUrl: string, secret: string, clock: Clock) {
  const secure = new URL(publicUrl).protocol === 'https:';
  const attributes = { path: '/', httpOnly: true, secure, sameSite: 'lax' } as const;

  function cookie(suffix: string): BrowserCookie {
    const name = `${secure ? '__Host-' : ''}better-auth.${suffix}`;
    const set = (reply: FastifyReply, value: string, options: object) =>
      void reply.header('set-cookie', stringifySetCookie(name, value, { ...attributes, ...options }));
    return {
      name,
      read: (header) => parseCookie(header ?? '')[name] ?? null,
      plant: (reply, value, maxAge) => set(reply, value, maxAge === undefined ? {} : { maxAge }),
      remove: (reply) => set(reply, '', { maxAge: 0 }),
    };
  }

  const sessionToken = cookie('session_token');
  return {
    session: {
      ...sessionCookies(signed(sessionToken, secret), signed(cookie('dont_remember'), secret)),
      /** The token with its signature, before the signature is verified. */
      readUnseen: sessionToken.read,
      name: sessionToken.name,
    },
    secondFactor: cookie('second_factor'),
    trustedDevice: cookie('trusted_device'),
    recognisedDevice: cookie('known_browser'),
    signedInAccounts: signedInAccounts(cookie('signed_in'), secret, clock),
    github: cookie('github'),
    githubLink: cookie('github_link'),
  };
}

/** The format `value.signature`: the signature is the value's HMAC-SHA256 in base64. */
function signed(cookie: BrowserCookie, secret: string): BrowserCookie {
  const key = createSecretKey(secret, 'utf8');
  const sign = (value: string) => `${value}.${createHmac('sha256', key).update(value).digest('base64')}`;
  return {
    ...cookie,
    read(header) {
      const text = cookie.read(header) ?? '';
      const value = text.slice(0, Math.max(0, text.lastIndexOf('.')));
      return value !== '' && sameText(text, sign(value)) ? value : null;
    },
    plant: (reply, value, maxAge) => cookie.plant(reply, sign(value), maxAge),
    remove: cookie.remove,
  };
}

/** The session's two cookies: one holds the token, the other marks a browser that is not remembered. */
function sessionCookies(token: BrowserCookie, forgetful: BrowserCookie) {
  const isForgetful = ({ headers }: FastifyRequest) => forgetful.read(headers.cookie) !== null;
  return {
    /** The token, or null when the signature is not ours. */
    read: token.read,
    isForgetful,
    plant(reply: FastifyReply, value: string, remember: boolean): void {
      token.plant(reply, value, remember ? SESSION_SECONDS : undefined);
      if (!remember) {
        forgetful.plant(reply, 'true');
      } else if (isForgetful(reply.request)) {
        // Left over from the session that this one replaces.
        forgetful.remove(reply);
      }
    },
    remove(reply: FastifyReply): void {
      token.remove(reply);
      forgetful.remove(reply);
    },
  };
}
