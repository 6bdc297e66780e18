import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;

/** A random text that nobody guesses, for a cookie or a link: 43 characters. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Whether a text has the form of one; nothing else needs to be looked up. */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** As a table knows a token. It has 256 random bits, so a fast hash will do. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Takes as long for texts that differ early as for texts that differ late. */
export function sameText(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
