import type { FastifyInstance } from 'fastify';
import { sendProblem } from './problems.js';

const CLOSING_EVERY_MS = 20;

/** While the server stops, a request that comes on an open connection is asked to come again: to another server, or later. */
export function refuseLateRequests(app: FastifyInstance): void {
  let isStopping = false;
  let closing: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    isStopping = true;
    // A connection that has been idle since before the stop is closed already; one that falls idle now, here.
    closing = setInterval(() => app.server.closeIdleConnections(), CLOSING_EVERY_MS);
  });
  app.addHook('onClose', async () => clearInterval(closing));
  app.addHook('onRequest', (_request, reply, done) => {
    if (isStopping) {
      sendProblem(reply, { refused: 'busy' });
    } else {
      done();
    }
  });
}
