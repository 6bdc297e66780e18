import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { KEY_PREFIX } from '../users/program-key.js';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = DIGITS.length;
/** 190 random bits. */
const SECRET_DIGITS = 32;
const CHECKSUM_DIGITS = 6;
const KEY = new RegExp(`^(${KEY_PREFIX}[0-9A-Za-z]{${SECRET_DIGITS}})([0-9A-Za-z]{${CHECKSUM_DIGITS}})$`);
/** Bytes from here on would make some digits more likely than others. */
const END_OF_FAIR_BYTES = BASE * Math.floor(256 / BASE);

/** A new key: the prefix, 32 random digits, and six that check them. */
export function newKeyText(): string {
  let text = KEY_PREFIX;
  while (text.length < KEY_PREFIX.length + SECRET_DIGITS) {
    const [byte = END_OF_FAIR_BYTES] = randomBytes(1);
    text += byte < END_OF_FAIR_BYTES ? DIGITS[byte % BASE] : '';
  }
  return text + checksumOf(text);
}

/** Checks whether a text has the form of a key. A mistyped one has not, and needs no lookup. */
export function isKeyText(text: string): boolean {
  const [, beginning, checksum] = KEY.exec(text) ?? [];
  return beginning !== undefined && checksumOf(beginning) === checksum;
}

/** The hash of a key as the table stores it. A key has 190 random bits, so a fast hash is enough. */
export function hashOfKey(text: string): string {
  return hash('sha256', text, 'base64url');
}

/** The CRC-32 of the text. It is not a secret. */
function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < CHECKSUM_DIGITS; place += 1) {
    digits = DIGITS[rest % BASE] + digits;
    rest = Math.floor(rest / BASE);
  }
  return digits;
}
