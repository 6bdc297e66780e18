import type { IncomingMessage, ServerResponse } from 'node:http';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { type ConnectionLimits, createLimitedServer } from './connections.js';
import { BODY_LIMIT_BYTES } from './large-bodies.js';
import type { sendNotFound } from './problems.js';
import { validatorCompiler } from './validation.js';

export interface CreateAppOptions {
  readonly limits: ConnectionLimits;
  readonly rateLimits: boolean;
  /** True behind one proxy. */
  readonly trustProxy: boolean;
  /** Returns a new UUID. */
  readonly newId: () => string;
  /** Answers a request before Fastify sees it, and returns true if it did. Null for none. */
  readonly answerEarly: ((request: IncomingMessage, response: ServerResponse) => boolean) | null;
  readonly sendNowhere: typeof sendNotFound;
  /** The headers of every response. */
  readonly headers: Readonly<Record<string, string>>;
  readonly log: FastifyBaseLogger;
}

const REQUEST_ID_LENGTH = 8;

/** Creates the application without its hooks and routes. */
export function createApp(options: CreateAppOptions): FastifyInstance {
  const { limits, rateLimits, trustProxy, newId, answerEarly, sendNowhere, headers, log } = options;
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
        answerEarly
          ? (request, response) => void (answerEarly(request, response) || listener(request, response))
          : listener,
        { limits, isBehindProxy: trustProxy, limitsAddresses: rateLimits },
      ),
    forceCloseConnections: 'idle',
    return503OnClosing: false, // `refuseLateRequests` does, with a problem
    // Trust only the address added by the one proxy in front. A client can forge the addresses before it.
    trustProxy: trustProxy ? (_address, hop) => hop === 0 : false,
    // An address that cannot be decoded, or is too long, is treated as unknown. No hook runs before.
    frameworkErrors: (_error, request, reply) => sendNowhere(request, reply.headers(headers)),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 256 },
  });
  app.removeContentTypeParser('text/plain');
  app.setValidatorCompiler(validatorCompiler);
  // Presenters list the fields that they expose. The response schemas are only documentation.
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
  app.decorateRequest('userId', '');
  app.decorateRequest('session', null);
  app.decorateRequest('member', null);
  app.decorateRequest('programKey', null);
  return app;
}
