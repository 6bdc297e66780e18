import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** scrypt's N. */
export const PASSWORD_COST = 2 ** 14;
const BLOCK_SIZE = 16;
const PARALLELIZATION = 1;
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const FORMAT = /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([\w-]{16,})\$([\w-]{32,})$/;

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/**
 * Password hashing by scrypt in Node's thread pool. Each call takes 32 MiB and about a tenth of a second of a core, so
 * callers go through the password semaphore (password-semaphore.ts) first.
 */
export const passwordHashing = {
  /** A new salted hash. Only tests that are not about passwords use a lower cost. */
  async hash(password: string, cost = PASSWORD_COST): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const key = await deriveKey(password, salt, KEY_BYTES, { N: cost, r: BLOCK_SIZE, p: PARALLELIZATION });
    const [saltText, keyText] = [salt, key].map((bytes) => bytes.toString('base64url'));
    return `scrypt$${cost}$${BLOCK_SIZE}$${PARALLELIZATION}$${saltText}$${keyText}`;
  },

  /** Checks whether the password matches the hash. Rejects for a hash of another format. */
  async verify({ hash, password }: { readonly hash: string; readonly password: string }): Promise<boolean> {
    const match = FORMAT.exec(hash);
    if (!match) {
      throw new Error('A stored password has an unknown format.');
    }
    const [, N, r, p, saltText = '', keyText = ''] = match;
    const [salt, key] = [Buffer.from(saltText, 'base64url'), Buffer.from(keyText, 'base64url')];
    const parameters = { N: Number(N), r: Number(r), p: Number(p) };
    return timingSafeEqual(await deriveKey(password, salt, key.length, parameters), key);
  },
};

/** A password can be typed as different code points (é, e + accent), so its composed form is compared. */
function deriveKey(
  password: string,
  salt: Buffer,
  bytes: number,
  { N, r, p }: { readonly N: number; readonly r: number; readonly p: number },
): Promise<Buffer> {
  return derive(password.normalize('NFKC'), salt, bytes, { N, r, p, maxmem: 256 * N * r });
}
