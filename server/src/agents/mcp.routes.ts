import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type pg from 'pg';
import type { Clock } from '../clock/clock.js';
import { answerCall } from '../http/calls.js';
import { sendProblem } from '../http/problems.js';
import { trustedOrigins } from '../http/trusted-origins.js';
import { readKeys } from '../keys/key-rows.js';
import { keyTextIn } from '../users/program-key.js';
import { AgentLog, readAgentCalls } from './agent-log.js';
import { MarketCalls } from './market-calls.js';
import type { Agent } from './tool.js';

const PATH = '/mcp';
const BODY_BYTES = 16 * 1024;

interface Options {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  /** Returns a new UUID. */
  readonly newId: () => string;
  readonly publicUrl: string;
  /** Accepts the key of a request, if it has one. */
  readonly acceptKeys: onRequestHookHandler;
}

/**
 * The market for agents, by the Model Context Protocol (orders-beyond, "Agents"). Each tool makes calls of the market
 * within the server, with the address and the key of the request, so they have the same limits and refusals.
 */
export function mcpRoutes(app: FastifyInstance, options: Options): void {
  const log = new AgentLog(options.pool, options.clock);
  app.addHook('onRequest', refuseOtherOrigins(options.publicUrl));
  app.addHook('onRequest', refuseOtherCredentials);
  app.addHook('onRequest', options.acceptKeys);
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: PATH,
    bodyLimit: BODY_BYTES,
    exposeHeadRoute: false,
    schema: { hide: true },
    config: { takesAnyKey: true, hasSlotsOfItsCalls: true },
    handler: (request, reply) => answer(app, request, reply, options, log),
  });
}

/** The call with which users read what agents have done. It is for people only. */
export function agentCallsRoutes(own: FastifyInstance, pool: pg.Pool): void {
  answerCall(own, 'agentCalls', ({ query }, { userId }) =>
    readAgentCalls(pool, userId, query.before || null),
  );
}

/** The protocol wants it of every request, also of one with a key. Programs send no origin. */
function refuseOtherOrigins(publicUrl: string): onRequestHookHandler {
  const own = new Set(trustedOrigins(publicUrl));
  return ({ headers: { origin } }, reply, done) => {
    if (origin !== undefined && !own.has(origin)) {
      sendProblem(reply, { refused: 'foreign-origin' });
    } else {
      done();
    }
  };
}

/** An agent acts by a key, which its user has limited, or by nothing: never by the login of a person. */
const refuseOtherCredentials: onRequestHookHandler = ({ headers }, reply, done) => {
  if (headers.authorization !== undefined && keyTextIn(headers) === null) {
    sendProblem(reply, { refused: 'invalid-key' });
  } else {
    done();
  }
};

async function answer(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  { pool, newId, publicUrl }: Options,
  log: AgentLog,
): Promise<FastifyReply> {
  const { programKey: key, body } = request;
  if (Array.isArray(body)) {
    return sendProblem(reply, { refused: 'invalid-body', detail: 'Send one message at a time.' });
  }
  // Loaded with the first request, so that no server starts later for it.
  const [{ answerMcp }, { runTool }] = await Promise.all([
    import('./answer-mcp.js'),
    import('./run-tool.js'),
  ]);
  const agent: Agent = {
    calls: new MarketCalls(app, request),
    scopes: key?.scopes ?? null,
    readKey: async () =>
      key && ((await readKeys(pool, key.userId)).find((each) => each.key === key.id) ?? null),
    newId,
    publicUrl,
  };
  const onError = (error: unknown) =>
    request.log.error({ requestId: request.id, err: error }, 'a tool of an agent failed');
  const response = await answerMcp(webRequest(request, publicUrl), body, (tool, input) =>
    runTool(tool, input, { agent, key, log, onError }),
  );
  reply.status(response.status).header('cache-control', 'no-store');
  for (const [name, value] of response.headers) {
    reply.header(name, value);
  }
  return reply.send(await response.text());
}

/** The headers that the protocol reads, without credentials. */
function webRequest({ method, headers }: FastifyRequest, publicUrl: string): Request {
  const read = ['content-type', 'accept'];
  const sent = Object.entries(headers).filter(([name]) => read.includes(name) || name.startsWith('mcp-'));
  return new Request(new URL(PATH, publicUrl), {
    method,
    headers: sent.map(([name, value]) => [name, String(value)] as [string, string]),
  });
}
