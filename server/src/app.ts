import type { FastifyInstance } from 'fastify';
import type { AppDependencies } from './app-dependencies.js';
import { CachedAnswers } from './cache/cached-answers.js';
import { keyOfCall, mayKnowOfChanges } from './cache/cached-call.js';
import { packThread } from './cache/pack-thread.js';
import { ResponseCache } from './cache/response-cache.js';
import { StaleLimit } from './cache/stale-limit.js';
import { addHooks } from './hooks.js';
import { busyLog } from './http/busy-log.js';
import { clientAddress, limitedAddress } from './http/client-address.js';
import { CONNECTION_LIMITS } from './http/connections.js';
import { createApp } from './http/create-app.js';
import { areOrdersWaiting, FairQueue, readsAtWork } from './http/fair-queue.js';
import { registerOpenApi } from './http/open-api.js';
import { registerProblems, sendNotFound } from './http/problems.js';
import { RequestRate } from './http/request-rate.js';
import { securityHeaders } from './http/security-headers.js';
import { closeIdleConnectionsLate } from './http/stopping.js';
import { invalidatedTags } from './invalidated-tags.js';
import { keyOfPage } from './pages/pages.routes.js';
import { redirectHome } from './pages/redirect-home.js';
import { addRoutes } from './routes.js';
import { openSharedReads } from './shared-reads.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** The number and size in bytes of the cached responses in this process. */
    countCached(): ResponseCache['size'];
  }
}

/** Builds the whole application from its opened parts. It does not listen yet. */
export async function buildApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { clock, newId, identity, feed, publicUrl, rateLimits, trustProxy, pages, paymentSetup, log } =
    dependencies;
  const limits = dependencies.connectionLimits ?? CONNECTION_LIMITS;
  const sendNowhere = pages ? redirectHome : sendNotFound;
  const logsAnswers = ['debug', 'trace'].includes(log.level);
  const headers = securityHeaders(
    publicUrl,
    dependencies.imageOrigins ?? [],
    [identity.browserOrigins, ...(paymentSetup?.kind === 'cards' ? [paymentSetup.browserOrigins] : [])],
    pages?.scriptHashes,
  );
  const rate = rateLimits ? new RequestRate() : null;
  const reads = new FairQueue(() => readsAtWork(dependencies.engine.commandsInProgress));
  const limit = StaleLimit.ofCalls({
    clock,
    slots: reads,
    isPressed: () => areOrdersWaiting(dependencies.engine.commandsInProgress),
  });
  dependencies.metrics?.addGauge(
    'perkex_call_stale_seconds',
    'How long a call may be stale for strangers: longer under load',
    () => limit.maxMs() / 1_000,
  );
  const { runInSlot } = limit;
  const packing = packThread();
  const responses = new ResponseCache({
    feed,
    invalidatedBy: invalidatedTags,
    limit,
    processId: newId(),
    pack: packing.pack,
    clock,
  });
  const ready = new CachedAnswers({
    responses,
    headers,
    keyOf: (request) =>
      request.url?.startsWith('/api/') ? keyOfCall(request, responses.processId) : keyOfPage(request),
    isFresh: ({ headers: sent }) => mayKnowOfChanges(sent),
    count: (request) => !rate || rate.count(limitedAddress(clientAddress(request, trustProxy))) === 0,
  });
  const app = createApp({
    limits,
    rateLimits,
    trustProxy,
    newId,
    answerEarly: logsAnswers ? null : (request, response) => ready.answer(request, response),
    sendNowhere,
    headers,
    log,
  });
  const busy = busyLog(log);
  registerProblems(app, sendNowhere, busy);
  addHooks(app, {
    headers,
    rate,
    reads: rateLimits ? reads : null,
    logsAnswers,
    metrics: dependencies.metrics ?? null,
  });
  app.addHook('preClose', async () => ready.close());
  app.addHook('onClose', () => packing.close());
  app.addHook('onReady', async () => void responses.follow());
  app.decorate('countCached', () => responses.size);
  const shared = await openSharedReads(app, dependencies, { responses, runInSlot, busy });
  await registerOpenApi(app, identity.credential);
  await addRoutes(app, dependencies, shared);
  closeIdleConnectionsLate(app, limits.stoppingGraceMs);
  return app;
}
