import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { sendProblem } from './problems.js';

const CHECK_EVERY_MS = 20;

/**
 * While the server stops, every answer asks its client to close the connection. A request on an open connection is
 * refused as busy, so that the client repeats it at another server, or later.
 */
export function refuseLateRequests(app: FastifyInstance): void {
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  app.addHook('onRequest', (_request, reply, done) => {
    if (isStopping) {
      sendProblem(reply, { refused: 'busy' });
    } else {
      done();
    }
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping) {
      reply.header('connection', 'close');
    }
    done(null, payload);
  });
}

/**
 * Gives clients a moment to use or close their idle connections before the stopping server closes them: a request just
 * being sent gets an answer instead of a reset. Register it after everything else that ends at the stop.
 */
export function closeIdleConnectionsLate(app: FastifyInstance, graceMs: number): void {
  let closing: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    const { server } = app;
    const countConnections = promisify(server.getConnections.bind(server));
    const endMs = performance.now() + graceMs;
    while (server.listening && performance.now() < endMs && (await countConnections()) > 0) {
      await pause(CHECK_EVERY_MS);
    }
    // Connections idle now are closed with the server; those that become idle later are closed here.
    closing = setInterval(() => server.closeIdleConnections(), CHECK_EVERY_MS);
  });
  app.addHook('onClose', async () => clearInterval(closing));
}
