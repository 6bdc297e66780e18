import type { FastifyRequest, onRequestHookHandler, preHandlerHookHandler } from 'fastify';
import type pg from 'pg';
import { limitedAddress } from '../http/client-address.js';
import type { FairQueue } from '../http/fair-queue.js';
import { type Refusal, sendProblem } from '../http/problems.js';
import { limitBodies, type RequestRate } from '../http/request-rate.js';
import { keyTextIn } from '../users/program-key.js';
import { isAmong } from './allowed-addresses.js';
import { findKeyOf, signedInBy } from './identity-with-keys.js';
import { type FoundKey, noteUse } from './key-rows.js';

export interface KeyParts {
  readonly pool: pg.Pool;
  /** The requests of each key, on this server; null without limits. */
  readonly rate: RequestRate | null;
  /** The fair queue of lookups, by address; null without limits. */
  readonly rounds: FairQueue | null;
}

/**
 * A request with a key is judged by nothing else: its cookies are removed, before anything reads them. So it needs no
 * protection from other websites, which can send cookies but no keys.
 */
export const dropCookiesOfKeys: onRequestHookHandler = ({ raw }, _reply, done) => {
  if (keyTextIn(raw.headers) !== null) {
    delete raw.headers.cookie;
  }
  done();
};

/**
 * Lets requests with a valid key through, as those of its user: 401 for an invalid key, 403 for a call, an address or a
 * user that it does not work for. Requests without a key pass.
 */
export function acceptKeys({ pool, rate, rounds }: KeyParts): onRequestHookHandler {
  const look = (request: FastifyRequest) => {
    const ask = () => findKeyOf(pool, request.headers);
    return rounds ? rounds.run(limitedAddress(request.ip), ask) : ask();
  };
  return async (request, reply) => {
    if (keyTextIn(request.headers) === null) {
      return;
    }
    const key = countAuthorizations(request) > 1 ? null : await look(request);
    const refusal = key === null ? ({ refused: 'invalid-key' } as const) : refusalOf(key, request);
    if (key && rate && refusal?.refused !== 'key-address') {
      const waitMs = rate.count(key.id);
      reply.headers(rateHeaders(rate, key.id));
      if (waitMs > 0) {
        return sendProblem(reply, {
          refused: 'too-many-requests',
          retryAfterSeconds: Math.ceil(waitMs / 1_000),
        });
      }
    }
    const signedIn = signedInBy(key);
    if (refusal || key === null || signedIn === null) {
      return sendProblem(reply, refusal ?? { refused: 'invalid-key' });
    }
    request.userId = key.userId;
    request.session = { signedIn, knownAtMs: performance.now() };
    request.programKey = key;
    if (key.isUseDue) {
      await noteUse(pool, key);
    }
  };
}

/** Counts the commands of a batch for its key. */
export function limitBodiesOfKeys(rate: RequestRate): preHandlerHookHandler {
  return limitBodies(
    rate,
    ({ programKey }) => programKey?.id ?? null,
    (reply, id) => void reply.headers(rateHeaders(rate, id)),
  );
}

/** Node keeps the first of several headers. A proxy may have judged another one. */
function countAuthorizations({ raw }: FastifyRequest): number {
  return raw.rawHeaders.filter((name, place) => place % 2 === 0 && name.toLowerCase() === 'authorization')
    .length;
}

function refusalOf(
  { addresses, isBlocked, scopes }: FoundKey,
  { ip, routeOptions: { config } }: FastifyRequest,
): Refusal | null {
  if (addresses !== null && !isAmong(ip, addresses)) {
    return { refused: 'key-address' };
  }
  if (isBlocked) {
    return { refused: 'blocked', detail: 'We have blocked your account, so its keys do not work.' };
  }
  if (config.takesAnyKey) {
    return null;
  }
  if (config.scope === undefined) {
    return { refused: 'missing-scope', detail: 'No key can make this call. Please log in for it.' };
  }
  return scopes.includes(config.scope)
    ? null
    : { refused: 'missing-scope', detail: `This call needs a key with the scope "${config.scope}".` };
}

/** The fields of draft-ietf-httpapi-ratelimit-headers. */
function rateHeaders(rate: RequestRate, id: string): Record<string, string> {
  const { most, left, endsInSeconds, windowSeconds } = rate.state(id);
  return {
    'ratelimit-policy': `"key";q=${most};w=${windowSeconds}`,
    ratelimit: `"key";r=${left};t=${endsInSeconds}`,
  };
}
