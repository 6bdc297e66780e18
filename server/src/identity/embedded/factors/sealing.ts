import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Keeps what has to be read again, or recognized, in tables whose readers shall learn nothing. */
export interface Sealing {
  /** @param place where it is kept; it can be opened for the same place only, so that rows cannot be swapped */
  seal(text: string, place: string): string;
  /** Null when it was changed, belongs to another place, or was sealed with another secret. */
  open(sealed: string, place: string): string | null;
  /** A hash that nobody can search through without the key: a code of six digits has few values. */
  fingerprint(text: string): string;
}

/** Sealing by keys made of the secret, which sign and seal nothing else. */
export function createSealing(secret: string): Sealing {
  const sealingKey = derivedKey(secret, 'perkex second factor sealing');
  const fingerprintKey = derivedKey(secret, 'perkex second factor fingerprint');
  return {
    seal(text, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, sealingKey, nonce).setAAD(Buffer.from(place));
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64url');
    },
    open(sealed, place) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < NONCE_BYTES + TAG_BYTES) {
        return null;
      }
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv(CIPHER, sealingKey, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(place))
        .setAuthTag(tag);
      const content = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
      try {
        return Buffer.concat([content, decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
    fingerprint: (text) => createHmac('sha256', fingerprintKey).update(text).digest('base64url'),
  };
}

function derivedKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES));
}
