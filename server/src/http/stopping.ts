import type { FastifyInstance } from 'fastify';
import { sendProblem } from './problems.js';

/** While the server stops, a request that comes on an open connection is asked to come again: to another server, or later. */
export function refuseLateRequests(app: FastifyInstance): void {
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  app.addHook('onRequest', async (_request, reply) => {
    if (isStopping) {
      return sendProblem(reply, { refused: 'busy' });
    }
  });
  // A connection that has been idle since before the stop is closed already; one that falls idle now, here.
  app.addHook('onResponse', async () => {
    if (isStopping) {
      setImmediate(() => app.server.closeIdleConnections());
    }
  });
}
