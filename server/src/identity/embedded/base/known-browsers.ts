import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { IdentityContext } from './context.js';
import { sameText } from './tokens.js';
import { markOfEmail } from './users.js';

const ID_BYTES = 16;
const YEAR_SECONDS = 365 * 24 * 60 * 60;
const FORMAT = /^([\w-]{22})\.([\w-]{43})$/;

/** A browser that has proved an account since its password is what it is. */
export interface KnownBrowser {
  readonly id: string;
  readonly passwordMark: string;
  /** Whether it has had a session, and not only given a first proof. */
  readonly hasSignedIn: boolean;
}

/**
 * Browsers that have proved an account once. It opens nothing: it only tells them from strangers in the limits. A new
 * password makes all of them strangers, so that nobody who had the old one is among them. E-mails are in lower case.
 * Both functions reject when the database fails.
 */
export class KnownBrowsers {
  constructor(private readonly context: Pick<IdentityContext, 'pool' | 'cookies' | 'secret'>) {}

  /** The browser that has proved the account of this e-mail; null for any other. */
  async find(cookieHeader: string | undefined, email: string): Promise<KnownBrowser | null> {
    const { pool, cookies } = this.context;
    return cookies.knownBrowser.read(cookieHeader) === null
      ? null
      : this.recognize(cookieHeader, email, await markOfEmail(pool, email));
  }

  /** As `find`, where the mark of the password is at hand. */
  recognize(cookieHeader: string | undefined, email: string, passwordMark: string): KnownBrowser | null {
    const [, id, signature] = FORMAT.exec(this.context.cookies.knownBrowser.read(cookieHeader) ?? '') ?? [];
    if (id === undefined || signature === undefined) {
      return null;
    }
    const browsers = [true, false].map((hasSignedIn) => ({ id, passwordMark, hasSignedIn }));
    return browsers.find((browser) => sameText(signature, this.sign(browser, email))) ?? null;
  }

  /** Marks a browser that has just proved it. @param hasSignedIn false for a first proof that leads to no session yet */
  async mark(reply: FastifyReply, email: string, hasSignedIn = true): Promise<void> {
    const { pool, cookies } = this.context;
    const id = randomBytes(ID_BYTES).toString('base64url');
    const passwordMark = await markOfEmail(pool, email);
    const signature = this.sign({ id, passwordMark, hasSignedIn }, email);
    cookies.knownBrowser.plant(reply, `${id}.${signature}`, YEAR_SECONDS);
  }

  private sign({ id, passwordMark, hasSignedIn }: KnownBrowser, email: string): string {
    const purpose = hasSignedIn ? 'known-browser' : 'half-known-browser';
    return createHmac('sha256', this.context.secret)
      .update(`${purpose} ${id} ${email} ${passwordMark}`)
      .digest('base64url');
  }
}
