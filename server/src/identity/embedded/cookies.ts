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
  /** The value of the first cookie of this name in a request; null when there is none, or its encoding is broken. */
  read(cookieHeader: string | undefined): string | null;
  /** The Set-Cookie header that plants it. */
  planted(value: string, maxAgeSeconds: number): string;
  /** The Set-Cookie header that removes it. */
  readonly removed: string;
}

/** A cookie of ours besides the session's: not for scripts, not sent along from other sites but by a link. */
export function browserCookie({ prefix, secure }: CookieNaming, suffix: string): BrowserCookie {
  const name = `${prefix}.${suffix}`;
  const attributes = `Path=/; HttpOnly;${secure ? ' Secure;' : ''} SameSite=Lax`;
  return {
    read: (header) => (header === undefined ? null : cookieValue(header, name)),
    planted: (value, maxAgeSeconds) =>
      `${name}=${encodeURIComponent(value)}; Max-Age=${maxAgeSeconds}; ${attributes}`,
    removed: `${name}=; Max-Age=0; ${attributes}`,
  };
}

/** The first cookie of that name, decoded; null when there is none, or when its encoding is broken. */
export function cookieValue(header: string, name: string): string | null {
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals === -1 || pair.slice(0, equals).trim() !== name) {
      continue;
    }
    try {
      return decodeURIComponent(pair.slice(equals + 1).trim());
    } catch {
      return null;
    }
  }
  return null;
}
