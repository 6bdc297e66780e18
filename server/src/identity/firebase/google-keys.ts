import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { BusyError } from '../../errors/busy-error.js';

/** Where Google publishes the keys that ID tokens are signed with. */
export const GOOGLE_KEYS_URL =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';

/** Google announces a new key about a day before it is used. */
const KEEP_MS = 60 * 60_000;
const TIMEOUT_MS = 5_000;

/** The keys could not be read, so that nobody knows whether a token is good. */
export class KeysAwayError extends BusyError {
  override readonly name = 'KeysAwayError';
}

/**
 * Finds the key of a token. It throws KeysAwayError, or what jose throws for a token that names none of the keys.
 * @param pauseMs how long a token with an unknown key does not cause another look at the keys: forged ones name any
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
