import type { IncomingHttpHeaders } from 'node:http';
import type pg from 'pg';
import type { Identity, SignedIn } from '../users/identity.js';
import { keyTextIn } from '../users/program-key.js';
import { type FoundKey, findKey, holdKey } from './key-rows.js';
import { hashOfKey, isKeyText } from './key-text.js';

/**
 * An identity provider whose users also make requests by keys. A key is looked up with each request, so that it ends at
 * once on every server. It is not a login: it gives no proof, and does no work of members.
 */
export function identityWithKeys(identity: Identity, pool: pg.Pool): Identity {
  return {
    ...identity,
    remembered: (headers) => (keyTextIn(headers) === null ? identity.remembered(headers) : null),
    async signedIn(headers) {
      return keyTextIn(headers) === null
        ? identity.signedIn(headers)
        : signedInBy(await findKeyOf(pool, headers));
    },
    async isStillSignedIn(tx, headers) {
      const text = keyTextIn(headers);
      return text === null
        ? identity.isStillSignedIn(tx, headers)
        : isKeyText(text) && holdKey(tx, hashOfKey(text));
    },
    hasFreshProof: async (tx, headers) =>
      keyTextIn(headers) === null && (await identity.hasFreshProof(tx, headers)),
    memberLogin: async (headers) => (keyTextIn(headers) === null ? identity.memberLogin(headers) : null),
  };
}

/** The valid key that a request names, or null. */
export async function findKeyOf(pool: pg.Pool, headers: IncomingHttpHeaders): Promise<FoundKey | null> {
  const text = keyTextIn(headers);
  return text !== null && isKeyText(text) ? findKey(pool, hashOfKey(text)) : null;
}

/** The user of a key. A blocked user's keys do not work. */
export function signedInBy(key: FoundKey | null): SignedIn | null {
  if (key === null || key.isBlocked) {
    return null;
  }
  const { userId, isEmailProved, isBeingCleared, id, version } = key;
  return { userId, isEmailProved, isBeingCleared, keyVersion: `${id} ${version}` };
}
