import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { accountsRoutes } from './accounts/accounts.routes.js';
import { readBrandTexts } from './brands/brand-texts.js';
import { CachedAnswers } from './cache/cached-answers.js';
import { keyOfCall } from './cache/cached-call.js';
import { ResponseCache } from './cache/response-cache.js';
import { catalogueRoutes } from './catalogue/catalogue.routes.js';
import { productFinder } from './catalogue/find-product.js';
import type { Clock } from './clock/clock.js';
import { collectionRoutes } from './collection/collection.routes.js';
import type { Database } from './database/connect.js';
import { ReplicaReads } from './database/replica-reads.js';
import { drawingsRoutes } from './drawings/drawings.routes.js';
import type { Feed } from './feed/feed.js';
import { brandsRoutes } from './finding/brands.routes.js';
import { findingRoutes } from './finding/finding.routes.js';
import { FollowedProducts } from './finding/followed-products.js';
import { readCards } from './finding/found-summary.js';
import { Trending } from './finding/trending-products.js';
import { helpRoutes } from './help/help.routes.js';
import { readHelp } from './help/read-help.js';
import { AddressRate, limitAddresses } from './http/address-rate.js';
import { busyLog } from './http/busy-log.js';
import { clientAddress, limitedAddress } from './http/client-address.js';
import { ClientSlots, SLOTS_PER_USER, takeSlots } from './http/client-slots.js';
import { registerCompression } from './http/compression.js';
import { CONNECTION_LIMITS, type ConnectionLimits, createLimitedServer } from './http/connections.js';
import { FairQueue, READS_AT_WORK, type RunInSlot, SESSION_CHECKS_AT_WORK } from './http/fair-queue.js';
import { healthRoutes } from './http/health.routes.js';
import { registerOpenApi } from './http/open-api.js';
import { refuseForeignOrigins } from './http/origins.js';
import { registerProblems, sendNotFound } from './http/problems.js';
import { securityHeaders } from './http/security-headers.js';
import { requireOwnUid, requireRightToOrder, requireSession } from './http/session.js';
import { takeSlotsPerAddress } from './http/slots-per-address.js';
import { closeIdleConnectionsLate, refuseLateRequests } from './http/stopping.js';
import { validatorCompiler } from './http/validation.js';
import { invalidatedTags } from './invalidated-tags.js';
import { Live } from './live/live.routes.js';
import { indexPoints } from './market/index-points.js';
import { marketRoutes } from './market/market.routes.js';
import type { MarketNotifications } from './notifications/market-notifications.js';
import { orderFinder } from './orders/find-order.js';
import type { MatchingEngine } from './orders/matching-engine.js';
import { ordersRoutes } from './orders/orders.routes.js';
import { keyOfPage, pagesRoutes } from './pages/pages.routes.js';
import { redirectHome } from './pages/redirect-home.js';
import type { WebBuild } from './pages/web-build.js';
import type { MarketPayments } from './payments/opening/open-payments.js';
import type { PictureStore } from './pictures/picture-store.js';
import { picturesRoutes } from './pictures/pictures.routes.js';
import type { Metrics } from './process/metrics.js';
import { salesRoutes } from './sales/sales.routes.js';
import { userExportParts } from './user-export-parts.js';
import type { Identity } from './users/identity.js';
import { alsoWatchedRoutes } from './watching/also-watched.routes.js';
import { watchingRoutes } from './watching/watching.routes.js';

export interface AppDependencies {
  readonly database: Database;
  /** The reader of lists and history: a standby, or the database itself. */
  readonly replicaReads?: ReplicaReads;
  readonly clock: Clock;
  /** From 0, below 1. */
  readonly random: () => number;
  /** Returns a new UUID. */
  readonly newId: () => string;
  readonly engine: Pick<MatchingEngine, 'submit' | 'isUnableToWrite'>;
  readonly identity: Identity;
  /** The changes made by the engines of all processes. The caller closes it. */
  readonly feed: Feed;
  /** The users' notifications. The caller closes them. */
  readonly notices: MarketNotifications;
  readonly publicUrl: string;
  readonly rateLimits: boolean;
  readonly trustProxy: boolean;
  /** The store of product pictures. */
  readonly pictures: PictureStore;
  /** Other origins whose pictures the pages may show. */
  readonly imageOrigins?: readonly string[];
  /** How to contact the platform. Without it, the help pages say that no contact has been set. */
  readonly contact?: string | null;
  /** True for a demonstration market. */
  readonly isDemo?: boolean;
  /** Adds the addresses for messages of the payment provider. */
  readonly paymentRoutes?: MarketPayments['routes'];
  /** The built pages. Without them, only the calls are served. */
  readonly pages?: WebBuild;
  /** The limits of a connection. Only tests change them. */
  readonly connectionLimits?: ConnectionLimits;
  /** Counts requests and the state of caches and streams; without it, nothing is counted. */
  readonly metrics?: Metrics;
  readonly log: FastifyBaseLogger;
}

const BODY_LIMIT_BYTES = 16 * 1024;
const REQUEST_ID_LENGTH = 8;

declare module 'fastify' {
  interface FastifyInstance {
    /** The number and size in bytes of the cached responses in this process. */
    countCached(): ResponseCache['size'];
    /** Preloads the data that the first visitor would otherwise wait for. */
    readAhead(): Promise<void>;
  }
}

/** Builds the whole application, the same in tests and in production. It does not listen yet. */
export async function buildApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const {
    database,
    clock,
    random,
    newId,
    engine,
    identity,
    feed,
    notices,
    publicUrl,
    rateLimits,
    trustProxy,
    pages,
    log,
  } = dependencies;
  const limits = dependencies.connectionLimits ?? CONNECTION_LIMITS;
  const sendNowhere = pages ? redirectHome : sendNotFound;
  const logsAnswers = ['debug', 'trace'].includes(log.level);
  const headers = securityHeaders(
    publicUrl,
    dependencies.imageOrigins ?? [],
    identity.browserOrigins,
    pages?.scriptHashes,
  );
  const rate = rateLimits ? new AddressRate() : null;
  const rounds = rateLimits ? new FairQueue(READS_AT_WORK) : null;
  const runInSlot: RunInSlot = (visitor, work) => (rounds ? rounds.run(visitor, work) : work());
  const kept = new ResponseCache({ feed, invalidatedBy: invalidatedTags, runInSlot, clock });
  const ready = new CachedAnswers({
    kept,
    headers,
    keyOf: (request) => (request.url?.startsWith('/api/') ? keyOfCall(request) : keyOfPage(request)),
    count: (request) => !rate || rate.count(limitedAddress(clientAddress(request, trustProxy))) === 0,
  });
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // Short enough to read out. A client's own id is ignored: it could name another client's request.
    genReqId: () => newId().slice(0, REQUEST_ID_LENGTH).toUpperCase(),
    // A logger for each request would cost more than its session check and add no information.
    childLoggerFactory: (logger) => logger,
    bodyLimit: BODY_LIMIT_BYTES,
    serverFactory: (listener) =>
      createLimitedServer(
        logsAnswers
          ? listener
          : (request, response) => void (ready.answer(request, response) || listener(request, response)),
        {
          limits,
          isBehindProxy: trustProxy,
          limitsAddresses: rateLimits,
        },
      ),
    forceCloseConnections: 'idle',
    return503OnClosing: false, // `refuseLateRequests` does, with a problem
    // Trust only the address added by the one proxy in front. A client can forge the addresses before it.
    trustProxy: trustProxy ? (_address, hop) => hop === 0 : false,
    // An address that cannot be decoded is treated as unknown.
    frameworkErrors: (_error, request, reply) => sendNowhere(request, reply),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 256 },
  });
  app.removeContentTypeParser('text/plain');
  app.setValidatorCompiler(validatorCompiler);
  // Presenters list the fields that they expose. The response schemas are only documentation.
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
  app.decorateRequest('userId', '');
  app.decorateRequest('session', null);
  const busy = busyLog(log);
  registerProblems(app, sendNowhere, busy);
  if (logsAnswers) {
    logAnswers(app);
  }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  refuseLateRequests(app);
  app.addHook('preClose', async () => ready.close());
  if (rate) {
    app.addHook('onRequest', limitAddresses(rate));
  }
  app.addHook('onReady', async () => void kept.follow());
  app.decorate('countCached', () => kept.size);
  if (dependencies.metrics) {
    countRequests(app, dependencies.metrics);
  }
  if (rounds) {
    takeSlotsPerAddress(app, rounds);
  }
  registerCompression(app);
  const replicaReads =
    dependencies.replicaReads ?? new ReplicaReads({ primary: database.pool, standby: null });
  const findable = new FollowedProducts(replicaReads, feed, clock);
  const trending = new Trending(findable, clock);
  app.addHook('onClose', async () => findable.close());
  const readPoints = indexPoints(replicaReads, kept, clock);
  app.decorate('readAhead', async () => void (await Promise.all([findable.read(), readPoints()])));
  const help = await readHelp(dependencies.contact ?? null);
  const brandTexts = await readBrandTexts();
  for (const file of brandTexts.unusedFiles) {
    app.log.warn(
      `server/brands/${file} is not shown: a text is {brand}.md or {brand}/{model}.md, named by their slugs.`,
    );
  }
  await registerOpenApi(app, identity.credential);
  const live = new Live(app, {
    pool: database.pool,
    feed,
    random,
    newId,
    identity,
    isLimited: rateLimits,
    readUnread: (userId) => notices.countUnread(userId),
  });
  app.decorate('countStreams', () => live.streamCount);
  if (identity.routes) {
    await app.register(identity.routes);
  }
  await app.register(
    async (api) => {
      api.addHook('onRequest', refuseForeignOrigins(publicUrl));
      const readOfIds = (ids: readonly number[]) => readCards(findable, ids);
      const findKnown = async (ids: readonly number[]) =>
        (await findable.read()).found(ids).map(({ id }) => id);
      catalogueRoutes(api, {
        pool: database.pool,
        replicaReads,
        kept,
        clock,
        readCards: readOfIds,
        findKnown,
      });
      findingRoutes(api, { replicaReads, kept, products: findable, clock, trending });
      brandsRoutes(api, { kept, products: findable, texts: brandTexts, clock });
      salesRoutes(api, { pool: database.pool, replicaReads, kept, clock });
      alsoWatchedRoutes(api, { replicaReads, kept });
      marketRoutes(api, { replicaReads, kept, trending, products: findable, readPoints, clock });
      helpRoutes(api, help);
      healthRoutes(api, { pool: database.healthPool, engine });
      live.routes(api);
      await api.register(async (own) => {
        const checks = rateLimits ? new FairQueue(SESSION_CHECKS_AT_WORK) : null;
        own.addHook('onRequest', requireSession(identity, checks));
        if (rateLimits) {
          own.addHook(
            'preValidation',
            takeSlots(new ClientSlots(SLOTS_PER_USER), ({ userId }) => userId),
          );
        }
        own.addHook('onRequest', (_request, reply, done) => {
          reply.header('cache-control', 'no-store');
          done();
        });
        own.addHook('preValidation', requireOwnUid);
        live.ownRoutes(own);
        notices.ownRoutes(own);
        watchingRoutes(own, database.pool, identity, findable);
        collectionRoutes(own, database.pool, identity, clock);
        accountsRoutes(own, database.pool, identity, {
          clock,
          rateLimits,
          exportParts: userExportParts(database.pool, identity),
        });
        ordersRoutes(own, {
          engine,
          findProduct: productFinder(database.pool, clock),
          findOrder: orderFinder(database.pool),
          requireRightToOrder: requireRightToOrder(identity),
        });
      });
    },
    { prefix: '/api' },
  );
  await dependencies.paymentRoutes?.(app);
  drawingsRoutes(app, { pool: database.pool, runInSlot });
  picturesRoutes(app, dependencies.pictures);
  notices.routes(app, { isDemo: dependencies.isDemo ?? false });
  if (pages) {
    await pagesRoutes(app, {
      build: pages,
      pool: database.pool,
      replicaReads,
      publicUrl,
      identitySetup: identity.setup,
      isDemo: dependencies.isDemo ?? false,
      kept,
      runInSlot,
      trending,
      readPoints,
      findable,
      help,
      texts: brandTexts,
      busy,
      clock,
    });
  }
  closeIdleConnectionsLate(app, limits.stoppingGraceMs);
  return app;
}

/** Leaves out the query, which may hold a secret: the code of a reset link or of GitHub. */
function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ id: requestId, log, method, url }, { statusCode, elapsedTime }) => {
    log.debug({ requestId, method, path: url.split('?')[0], statusCode, elapsedMs: elapsedTime }, 'answered');
  });
}

function countRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async ({ method, routeOptions, is404 }, { statusCode: status, elapsedTime }) => {
    // Without the expressions of parameters, as in `/:id(^\\d+$)`.
    const route = is404 ? 'none' : (routeOptions.url ?? 'none').replaceAll(/\([^)]*\)/g, '');
    metrics.observe({ method, route, status, seconds: elapsedTime / 1_000 });
  });
  metrics.addGauge('perkex_cached_responses', 'Cached responses', () => app.countCached().answers);
  metrics.addGauge(
    'perkex_cached_bytes',
    'The memory of cached responses, in bytes',
    () => app.countCached().bytes,
  );
  metrics.addGauge('perkex_event_streams', 'Open event streams', () => app.countStreams());
}
