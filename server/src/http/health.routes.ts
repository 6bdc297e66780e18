import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { checkWriting } from '../database/check-writing.js';
import { answerCall } from './calls.js';

/** A write check takes the database some milliseconds, so its result is shared by all requests in this interval. */
const CHECK_WRITING_EVERY_MS = 1_000;

export interface HealthParts {
  /** A separate pool with short timeouts, so that neither other requests nor a hanging database delay the answer. */
  readonly pool: pg.Pool;
  readonly engine: { readonly isUnableToWrite: boolean };
  /** True while a started server reads its products: a proxy then prefers others. */
  readonly isReadingAhead?: () => boolean;
  /** A monotonic clock in milliseconds, from an arbitrary start. */
  readonly nowMs?: () => number;
}

/** GET /health: 200 when the server has read its products and the database answers and can write, 503 otherwise. */
export function healthRoutes(
  app: FastifyInstance,
  { pool, engine, isReadingAhead = () => false, nowMs = () => performance.now() }: HealthParts,
): void {
  let checkedAtMs = Number.NEGATIVE_INFINITY;
  let checked: Promise<void> = Promise.resolve();

  async function checkDatabase(): Promise<void> {
    if (nowMs() - checkedAtMs >= CHECK_WRITING_EVERY_MS) {
      checkedAtMs = nowMs();
      checked = checkWriting(pool);
      await checked;
    } else {
      await Promise.all([checked, pool.query('select 1')]);
    }
  }

  answerCall(
    app,
    'health',
    async (_parts, _request, reply) => {
      const isWell = await checkDatabase().then(
        () => !engine.isUnableToWrite && !isReadingAhead(),
        () => false,
      );
      if (!isWell) {
        reply.status(503);
      }
      return { status: isWell ? 'ok' : 'unavailable' };
    },
    { config: { isApart: true } },
  );
}
