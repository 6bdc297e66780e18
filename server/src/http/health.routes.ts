import { healthSchema } from '@perkex/contract/health.js';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';

/**
 * GET /health: 200 when the database answers, 503 when it does not.
 * @param pool of its own and impatient, so that neither other requests nor a database that hangs delay the answer
 */
export function healthRoutes(app: FastifyInstance, pool: pg.Pool): void {
  app.get(
    '/health',
    {
      config: { isApart: true },
      schema: {
        summary: 'Whether the server and its database answer',
        tags: ['health'],
        response: { 200: healthSchema, 503: healthSchema },
      },
    },
    async (_request, reply) => {
      try {
        await pool.query('select 1');
        return { status: 'ok' };
      } catch {
        return reply.status(503).send({ status: 'unavailable' });
      }
    },
  );
}
