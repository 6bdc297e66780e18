import type { FastifyInstance, onRequestHookHandler, preValidationHookHandler } from 'fastify';
import type { AppDependencies } from './app-dependencies.js';
import { markOwnChanges } from './cache/own-changes.js';
import { limitedAddress } from './http/client-address.js';
import { ClientSlots, SLOTS_PER_USER, takeSlots } from './http/client-slots.js';
import { registerCompression } from './http/compression.js';
import { FairQueue, SESSION_CHECKS_AT_WORK } from './http/fair-queue.js';
import { refuseForeignOrigins } from './http/origins.js';
import { limitAddresses, limitBodies, RequestRate } from './http/request-rate.js';
import { requireMember } from './http/require-member.js';
import { requireOwnUid, requireSession } from './http/session.js';
import { takeSlotsPerAddress } from './http/slots-per-address.js';
import { refuseLateRequests } from './http/stopping.js';
import { acceptKeys, dropCookiesOfKeys, limitBodiesOfKeys } from './keys/accept-keys.js';
import { takeUidOfKey } from './keys/own-uid.js';
import { countRequests } from './open-metrics.js';
import type { Metrics } from './process/metrics.js';

/**
 * The hooks of a request, in the order in which they run. Hooks of a stage run in the order of their registration:
 * first the hooks of every request, then the hooks of its scope.
 *
 * - Before Fastify: a fresh cached response is sent (`cache/cached-answers.ts`).
 * - onRequest: the end of cookies beside a key; the headers of every response; 503 while the server stops; the rate
 * limit of the address; refusal of compressed bodies.
 *   Below /api: refusal of other websites. Signed in: the key or the session; the cookie for own changes; no caching.
 * - The body arrives.
 * - preValidation: a slot of the address; a slot of the reads. Signed in: the user of a key; a slot of the user;
 * refusal of another user's id.
 * - The body is validated.
 * - preHandler: the rate limits of the address and of the key, for a batch. The right to order (`orders.routes.ts`).
 * - onSend: the end of the connection while the server stops; the release of the slots; compression.
 * - onResponse: the log; the metrics.
 *
 * The calls of members have their own check instead of a session's (`http/require-member.ts`), once the body has
 * arrived: an unknown address reads it, too. Everything that differs from an unknown address follows.
 *
 * The calls of the built-in identity service have the hooks of every request and a check for other websites.
 */

/** The parts of the hooks of every request. */
export interface HookParts {
  /** The headers of every response. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null without limits. */
  readonly rate: RequestRate | null;
  /** The fair queue of the reads, null without limits. */
  readonly reads: FairQueue | null;
  readonly logsAnswers: boolean;
  readonly metrics: Metrics | null;
}

/** Adds the hooks of every request. */
export function addHooks(
  app: FastifyInstance,
  { headers, rate, reads, logsAnswers, metrics }: HookParts,
): void {
  if (logsAnswers) {
    logAnswers(app);
  }
  if (metrics) {
    countRequests(app, metrics);
  }
  app.addHook('onRequest', dropCookiesOfKeys);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  refuseLateRequests(app);
  if (rate) {
    app.addHook('onRequest', limitAddresses(rate));
    app.addHook(
      'preHandler',
      limitBodies(rate, ({ ip }) => limitedAddress(ip)),
    );
  }
  if (reads) {
    takeSlotsPerAddress(app, reads);
  }
  registerCompression(app);
}

/** Adds the hooks of the calls below /api. */
export function addCallHooks(api: FastifyInstance, publicUrl: string): void {
  api.addHook('onRequest', refuseForeignOrigins(publicUrl));
}

/** Adds the hooks of the calls of signed-in users. */
export function addUserHooks(
  own: FastifyInstance,
  {
    identity,
    rateLimits,
    publicUrl,
    database: { sessionPool },
  }: Pick<AppDependencies, 'identity' | 'rateLimits' | 'publicUrl' | 'database'>,
): void {
  const rounds = rateLimits ? new FairQueue(SESSION_CHECKS_AT_WORK) : null;
  const rate = rateLimits ? new RequestRate() : null;
  own.addHook('onRequest', acceptKeys({ pool: sessionPool, rate, rounds }));
  if (rate) {
    own.addHook('preHandler', limitBodiesOfKeys(rate));
  }
  own.addHook('onRequest', requireSession(identity, rounds));
  own.addHook('onRequest', markOwnChanges(publicUrl));
  own.addHook('onRequest', forbidCaching);
  own.addHook('preValidation', takeUidOfKey);
  forSignedIn(own, rateLimits);
}

/**
 * The hook that accepts keys at /mcp. It counts the requests there apart from the calls that these make with the key.
 */
export function keysOfAgents({
  rateLimits,
  database: { sessionPool },
}: Pick<AppDependencies, 'rateLimits' | 'database'>): onRequestHookHandler {
  const rounds = rateLimits ? new FairQueue(SESSION_CHECKS_AT_WORK) : null;
  const rate = rateLimits ? new RequestRate() : null;
  return acceptKeys({ pool: sessionPool, rate, rounds });
}

/** Adds the hooks of the calls of members. To all others, these addresses look unknown. */
export function addMemberHooks(
  desk: FastifyInstance,
  {
    identity,
    rateLimits,
    publicUrl,
    database: { pool },
  }: Pick<AppDependencies, 'identity' | 'rateLimits' | 'publicUrl' | 'database'>,
): void {
  // An unknown address takes any type of body. The calls' schemas refuse a missing one.
  desk.addContentTypeParser('*', (_request, _payload, done) => done(null));
  desk.addHook(
    'preValidation',
    requireMember(identity, pool, rateLimits ? new FairQueue(SESSION_CHECKS_AT_WORK) : null),
  );
  desk.addHook('preValidation', refuseForeignOrigins(publicUrl));
  desk.addHook('preValidation', forbidCaching);
  forSignedIn(desk, rateLimits);
}

/** Adds the hooks after the check of a session. */
function forSignedIn(scope: FastifyInstance, rateLimits: boolean): void {
  if (rateLimits) {
    scope.addHook(
      'preValidation',
      takeSlots(new ClientSlots(SLOTS_PER_USER), ({ userId }) => userId),
    );
  }
  scope.addHook('preValidation', requireOwnUid);
}

const forbidCaching: onRequestHookHandler & preValidationHookHandler = (_request, reply, done) => {
  reply.header('cache-control', 'no-store');
  done();
};

/** Leaves out the query, which may hold a secret: the code of a reset link or of GitHub. */
function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ id: requestId, log, method, url }, { statusCode, elapsedTime }) => {
    log.debug({ requestId, method, path: url.split('?')[0], statusCode, elapsedMs: elapsedTime }, 'answered');
  });
}
