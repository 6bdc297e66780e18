import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts or fingerprints values for tables whose readers must learn nothing. Its keys are derived from the server's
 * secret and used for nothing else.
 */
export class Sealing {
  private readonly sealingKey: Buffer;
  private readonly fingerprintKey: Buffer;

  /** @param what the values, such as `second factor`. The keys depend on it, so it never changes. */
  constructor(secret: string, what: string) {
    this.sealingKey = derivedKey(secret, `perkex ${what} sealing`);
    this.fingerprintKey = derivedKey(secret, `perkex ${what} fingerprint`);
  }

  /** @param place where the text is stored; it opens for this place only, so that rows cannot be swapped */
  seal(text: string, place: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.sealingKey, nonce).setAAD(Buffer.from(place));
    const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64url');
  }

  /** Null when the text was changed, belongs to another place, or was sealed with another secret. */
  open(sealed: string, place: string): string | null {
    const bytes = Buffer.from(sealed, 'base64url');
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    const content = bytes.subarray(NONCE_BYTES + TAG_BYTES);
    try {
      const decipher = createDecipheriv(CIPHER, this.sealingKey, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(place))
        .setAuthTag(tag);
      return Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8');
    } catch {
      return null;
    }
  }

  /** A keyed hash: without the key, a six-digit code cannot be found by trying all values. */
  fingerprint(text: string): string {
    return createHmac('sha256', this.fingerprintKey).update(text).digest('base64url');
  }
}

function derivedKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES));
}
