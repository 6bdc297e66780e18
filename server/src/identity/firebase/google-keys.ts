import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { BusyError } from '../../errors/busy-error.js';

/** Where Google publishes the keys that sign ID tokens. */
export const GOOGLE_KEYS_URL =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';

/** Google announces a new key about a day before it is used. */
const KEEP_MS = 60 * 60_000;
const TIMEOUT_MS = 5_000;

/** The keys could not be read, so no token can be verified. */
export class KeysAwayError extends BusyError {
  override readonly name = 'KeysAwayError';
}

/**
 * Finds the key of a token. Throws KeysAwayError, or the error of jose for a token that names none of the keys.
 * @param pauseMs how long an unknown key triggers no further fetch of the keys: forged tokens name arbitrary ones
 */
export function googleKeys(url: string, pauseMs: number): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(new URL(url), {
    cacheMaxAge: KEEP_MS,
    timeoutDuration: TIMEOUT_MS,
    cooldownDuration: pauseMs,
  });
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (error) {
      throw isFaultOfToken(error)
        ? error
        : new KeysAwayError('The keys of ID tokens are away.', { cause: error });
    }
  };
}

function isFaultOfToken(error: unknown): boolean {
  return error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys;
}
