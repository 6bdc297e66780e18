import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { accountsRoutes } from './accounts/accounts.routes.js';
import { catalogueRoutes } from './catalogue/catalogue.routes.js';
import { productFinder } from './catalogue/find-product.js';
import { trendingReader } from './catalogue/trending-products.js';
import type { Database } from './database/connect.js';
import { drawingsRoutes } from './drawings/drawings.routes.js';
import { limitedAddress } from './http/client-address.js';
import { healthRoutes } from './http/health.routes.js';
import { registerOpenApi } from './http/open-api.js';
import { refuseForeignOrigins } from './http/origins.js';
import { registerProblems, sendNotFound } from './http/problems.js';
import { requireOwnUid, requireSession } from './http/session.js';
import { validatorCompiler } from './http/validation.js';
import type { BrowserOrigins, Identity } from './identity/identity.js';
import { orderFinder } from './orders/find-order.js';
import type { OrderDesk } from './orders/order-desk.js';
import { ordersRoutes } from './orders/orders.routes.js';
import { leadHome } from './pages/lead-home.js';
import { pagesRoutes } from './pages/pages.routes.js';
import type { WebBuild } from './pages/web-build.js';

export interface AppDependencies {
  readonly database: Database;
  readonly desk: Pick<OrderDesk, 'submit'>;
  readonly identity: Identity;
  readonly publicUrl: string;
  readonly rateLimits: boolean;
  readonly trustProxy: boolean;
  /** Other origins whose pictures the pages may show. */
  readonly imageOrigins?: readonly string[];
  /** The built pages; without them there are only the calls. */
  readonly pages?: WebBuild;
  readonly log: FastifyBaseLogger;
}

const BODY_LIMIT_BYTES = 16 * 1024;
const REQUEST_TIMEOUT_MS = 15_000;
const REQUESTS_PER_MINUTE = 3_000;

/** The whole application, the same in tests and in production. It does not listen yet. */
export async function buildApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { database, desk, identity, publicUrl, rateLimits, trustProxy, pages, log } = dependencies;
  const sendNowhere = pages ? leadHome : sendNotFound;
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    // One proxy in front, which adds the address that it saw; what a visitor claims before that is not believed.
    trustProxy: trustProxy ? (_address, hop) => hop === 0 : false,
    // An address that cannot even be read is one that nothing answers.
    frameworkErrors: (_error, request, reply) => sendNowhere(request, reply),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 256 },
  });
  app.removeContentTypeParser('text/plain');
  app.setValidatorCompiler(validatorCompiler);
  // Presenters list the fields that they give out; the response schemas are there for the documentation.
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
  app.decorateRequest('uid', '');
  registerProblems(app, sendNowhere);
  // Without the query: the codes of reset links and of GitHub are keys.
  app.addHook('onResponse', async ({ log: requestLog, method, url }, { statusCode, elapsedTime }) => {
    requestLog.debug({ method, path: url.split('?')[0], statusCode, elapsedMs: elapsedTime }, 'answered');
  });
  await app.register(
    helmet,
    securityHeaders(publicUrl, dependencies.imageOrigins ?? [], identity.browserOrigins),
  );
  await app.register(compress);
  if (rateLimits) {
    await app.register(rateLimit, { global: false });
    const limit = { max: REQUESTS_PER_MINUTE, timeWindow: '1 minute' };
    // Before anything that costs more, and for addresses that nothing answers too.
    app.addHook('onRequest', app.rateLimit({ ...limit, keyGenerator: ({ ip }) => limitedAddress(ip) }));
  }
  const readTrending = trendingReader(database.pool);
  await registerOpenApi(app);
  if (identity.routes) {
    await app.register(identity.routes);
  }
  await app.register(
    async (api) => {
      api.addHook('onRequest', refuseForeignOrigins(publicUrl));
      catalogueRoutes(api, database, readTrending);
      healthRoutes(api, database.pool);
      await api.register(async (own) => {
        own.addHook('onRequest', requireSession(identity));
        own.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));
        own.addHook('preValidation', requireOwnUid);
        accountsRoutes(own, database.pool);
        ordersRoutes(own, {
          desk,
          findProductId: productFinder(database.pool),
          findOrder: orderFinder(database.pool),
        });
      });
    },
    { prefix: '/api' },
  );
  drawingsRoutes(app, database.pool);
  if (pages) {
    await pagesRoutes(app, {
      build: pages,
      pool: database.pool,
      publicUrl,
      identitySetup: identity.setup,
      readTrending,
    });
  }
  return app;
}

function securityHeaders(publicUrl: string, imageOrigins: readonly string[], browser: BrowserOrigins) {
  const isHttps = publicUrl.startsWith('https:');
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...browser.scripts],
        styleSrc: ["'self'", "'unsafe-inline'"],
        connectSrc: ["'self'", ...browser.connections],
        frameSrc: ["'self'", ...browser.frames],
        imgSrc: ["'self'", 'data:', ...imageOrigins],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // The popup of a sign-in at another site has to reach its opener.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' as const },
    strictTransportSecurity: isHttps,
  };
}
