import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { IdentityContext } from './context.js';
import { sameText } from './tokens.js';
import { markOfEmail } from './users.js';

const ID_BYTES = 16;
const YEAR_SECONDS = 365 * 24 * 60 * 60;
const FORMAT = /^([\w-]{22})\.([\w-]{43})$/;

/** A browser that has proved an account with its current password. */
export interface RecognisedDevice {
  readonly id: string;
  readonly passwordMark: string;
  /** True if it has had a session, not only a first proof. */
  readonly hasSignedIn: boolean;
}

/**
 * Recognised devices: browsers that have proved an account once. The mark grants no access; limits use it to treat
 * these browsers apart from strangers. A new password invalidates all marks, including those of anyone who had the old
 * one. E-mails are in lower case. Both functions reject when the database fails.
 */
export class RecognisedDevices {
  constructor(private readonly context: Pick<IdentityContext, 'pool' | 'cookies' | 'secret'>) {}

  /** The recognised browser of the account with this e-mail; null for any other. */
  async find(cookieHeader: string | undefined, email: string): Promise<RecognisedDevice | null> {
    const { pool, cookies } = this.context;
    return cookies.recognisedDevice.read(cookieHeader) === null
      ? null
      : this.recognize(cookieHeader, email, await markOfEmail(pool, email));
  }

  /** Same as `find`, when the caller already has the mark of the password. */
  recognize(cookieHeader: string | undefined, email: string, passwordMark: string): RecognisedDevice | null {
    const [, id, signature] =
      FORMAT.exec(this.context.cookies.recognisedDevice.read(cookieHeader) ?? '') ?? [];
    if (id === undefined || signature === undefined) {
      return null;
    }
    const browsers = [true, false].map((hasSignedIn) => ({ id, passwordMark, hasSignedIn }));
    return browsers.find((browser) => sameText(signature, this.sign(browser, email))) ?? null;
  }

  /** Marks a browser that has just given a proof. @param hasSignedIn false for a first proof without a session yet */
  async mark(reply: FastifyReply, email: string, hasSignedIn = true): Promise<void> {
    const { pool, cookies } = this.context;
    const id = randomBytes(ID_BYTES).toString('base64url');
    const passwordMark = await markOfEmail(pool, email);
    const signature = this.sign({ id, passwordMark, hasSignedIn }, email);
    cookies.recognisedDevice.plant(reply, `${id}.${signature}`, YEAR_SECONDS);
  }

  private sign({ id, passwordMark, hasSignedIn }: RecognisedDevice, email: string): string {
    const purpose = hasSignedIn ? 'known-browser' : 'half-known-browser';
    return createHmac('sha256', this.context.secret)
      .update(`${purpose} ${id} ${email} ${passwordMark}`)
      .digest('base64url');
  }
}
