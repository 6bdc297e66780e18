import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const COST = 2 ** 14;
const BLOCK_SIZE = 16;
const PARALLELIZATION = 1;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

interface StoredPassword {
  readonly parameters: ScryptOptions;
  readonly salt: Buffer;
  readonly key: Buffer;
}

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

export interface PasswordHashing {
  /** A new salted hash. */
  hash(password: string): Promise<string>;
  /** Whether the password is the one of the hash. Rejects for a foreign hash. */
  verify(attempt: { readonly hash: string; readonly password: string }): Promise<boolean>;
}

/**
 * Password hashing by scrypt in Node's thread pool. Each takes 32 MiB and about a tenth of a second of a core: whoever
 * calls it passes the password gate (password-gate.ts) first.
 */
export const passwordHashing: PasswordHashing = {
  hash: hashPassword,
  verify: ({ hash, password }) => verifyPassword(hash, password),
};

async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const parameters = { N: COST, r: BLOCK_SIZE, p: PARALLELIZATION };
  const key = await deriveKey(password, salt, KEY_BYTES, parameters);
  return ['scrypt', COST, BLOCK_SIZE, PARALLELIZATION, encode(salt), encode(key)].join('$');
}

async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const { parameters, salt, key } = parseHash(hash);
  return timingSafeEqual(await deriveKey(password, salt, key.length, parameters), key);
}

/** One password can be typed as different code points (é, e + accent): compare their composed form. */
function deriveKey(
  password: string,
  salt: Buffer,
  bytes: number,
  parameters: ScryptOptions,
): Promise<Buffer> {
  const { N = COST, r = BLOCK_SIZE } = parameters;
  return derive(password.normalize('NFKC'), salt, bytes, { ...parameters, maxmem: 256 * N * r });
}

function parseHash(hash: string): StoredPassword {
  const match = /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([\w-]{16,})\$([\w-]{32,})$/.exec(hash);
  if (!match) {
    throw new Error('A stored password has an unknown format.');
  }
  const [, cost, blockSize, parallelization, salt = '', key = ''] = match;
  return {
    parameters: { N: Number(cost), r: Number(blockSize), p: Number(parallelization) },
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  };
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64url');
}
