import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Maintenance } from '../process/maintenance.js';
import { AccountErasures } from './account-erasures.js';

const INTERVAL_MS = 10_000;
const FAILURE = 'a deleted account was not erased from the market';

/** Continues the erasure of deleted accounts. */
export function erasuresMaintenance(
  pool: pg.Pool,
  cancelOpenOrders: (userId: string) => Promise<void>,
  log: Pick<FastifyBaseLogger, 'error'>,
): Maintenance {
  const erasures = new AccountErasures(pool, cancelOpenOrders, (error) => log.error({ err: error }, FAILURE));
  return { work: () => erasures.advance(), everyMs: INTERVAL_MS, failure: FAILURE };
}
