import { parseCookie, stringifySetCookie } from 'cookie';

export interface CookieNaming {
  /** What every cookie's name begins with. */
  readonly prefix: string;
  /** Whether cookies travel over https only. */
  readonly secure: boolean;
}

/** On https the `__Host-` prefix keeps other hosts and plain http from planting a cookie; it needs Secure. */
export function cookieNaming(publicUrl: string): CookieNaming {
  const secure = new URL(publicUrl).protocol === 'https:';
  return { prefix: secure ? '__Host-better-auth' : 'better-auth', secure };
}

export interface BrowserCookie {
  /** The value of the first cookie of this name in a request; null when there is none. */
  read(cookieHeader: string | undefined): string | null;
  /** The Set-Cookie header that plants it; without an age it ends with the browser's session. */
  planted(value: string, maxAgeSeconds?: number): string;
  /** The Set-Cookie header that removes it. */
  readonly removed: string;
}

/** A cookie that is not for scripts, and not sent along from other sites but by a link. */
export function browserCookie({ prefix, secure }: CookieNaming, suffix: string): BrowserCookie {
  const name = `${prefix}.${suffix}`;
  const attributes = { path: '/', httpOnly: true, secure, sameSite: 'lax' } as const;
  return {
    read: (header) => parseCookie(header ?? '')[name] ?? null,
    planted: (value, maxAge) =>
      stringifySetCookie(name, value, maxAge === undefined ? attributes : { ...attributes, maxAge }),
    removed: stringifySetCookie(name, '', { ...attributes, maxAge: 0 }),
  };
}
