import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';

export type ServiceLog = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;

/** A failed query's details hold rows with password hashes and session tokens: they must not reach a log. */
export function withoutParameters(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) {
    return error;
  }
  const safe = new Error(error.message);
  if (error.stack !== undefined) {
    safe.stack = error.stack;
  }
  // It tells a database that is away from a bug.
  return Object.assign(safe, { code: error.code });
}
