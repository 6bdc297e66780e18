import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { answerCall } from './calls.js';

/**
 * GET /health: 200 when the database answers, 503 when it does not.
 * @param pool of its own and impatient, so that neither other requests nor a database that hangs delay the answer
 */
export function healthRoutes(app: FastifyInstance, pool: pg.Pool): void {
  answerCall(
    app,
    'health',
    async (_parts, _request, reply) => {
      try {
        await pool.query('select 1');
        return { status: 'ok' };
      } catch {
        reply.status(503);
        return { status: 'unavailable' };
      }
    },
    { config: { isApart: true } },
  );
}
