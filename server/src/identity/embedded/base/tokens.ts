import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;

/** An unguessable random text for a cookie or a link: 43 characters. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Checks whether a text has the format of a token; others need no lookup. */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** The hash of a token as tables store it. A token has 256 random bits, so a fast hash is enough. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Compares in constant time. */
export function sameText(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
