import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { IdentityContext } from './context.js';
import { markOfEmail } from './users.js';

const ID_BYTES = 16;
const YEAR_SECONDS = 365 * 24 * 60 * 60;
const FORMAT = /^([\w-]{22})\.([\w-]{43})$/;

/** A browser that has proved an account since its password is what it is. */
export interface KnownBrowser {
  readonly id: string;
  readonly passwordMark: string;
}

/**
 * Browsers that have proved an account once. It opens nothing: it only tells them from strangers in the limits. A new
 * password makes all of them strangers, so that nobody who had the old one is among them. E-mails are in lower case.
 * Both functions reject when the database fails.
 */
export interface KnownBrowsers {
  /** The browser that has proved the account of this e-mail; null for any other. */
  find(cookieHeader: string | undefined, email: string): Promise<KnownBrowser | null>;
  /** Marks a browser that has just proved it. */
  mark(reply: FastifyReply, email: string): Promise<void>;
}

export function knownBrowsers({
  pool,
  cookies,
  secret,
}: Pick<IdentityContext, 'pool' | 'cookies' | 'secret'>): KnownBrowsers {
  const cookie = cookies.knownBrowser;
  const key = createSecretKey(secret, 'utf8');
  const sign = ({ id, passwordMark }: KnownBrowser, email: string) =>
    createHmac('sha256', key).update(`known-browser ${id} ${email} ${passwordMark}`).digest();

  return {
    async find(cookieHeader, email) {
      const [, id, signature] = FORMAT.exec(cookie.read(cookieHeader) ?? '') ?? [];
      if (id === undefined || signature === undefined) {
        return null;
      }
      const browser = { id, passwordMark: await markOfEmail(pool, email) };
      return timingSafeEqual(Buffer.from(signature, 'base64url'), sign(browser, email)) ? browser : null;
    },
    async mark(reply, email) {
      const id = randomBytes(ID_BYTES).toString('base64url');
      const signature = sign({ id, passwordMark: await markOfEmail(pool, email) }, email);
      cookie.plant(reply, `${id}.${signature.toString('base64url')}`, YEAR_SECONDS);
    },
  };
}
