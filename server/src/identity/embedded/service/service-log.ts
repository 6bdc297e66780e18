import type { BetterAuthOptions } from 'better-auth';
import { DrizzleQueryError } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';

export type ServiceLog = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;

/**
 * Sends better-auth's messages to our log. Its notes below 'warn' name e-mails and are dropped; what it calls a
 * warning is an ordinary refusal, and its errors without an Error are a visitor's doing (a foreign origin).
 */
export function serviceLogger(log: ServiceLog): NonNullable<BetterAuthOptions['logger']> {
  return {
    level: 'warn',
    log(level, message, ...details: unknown[]) {
      const error = details.find((detail) => detail instanceof Error);
      if (error) {
        log.error({ err: withoutParameters(error) }, `identity: ${message}`);
      } else if (level === 'error') {
        log.warn(`identity: ${message}`);
      } else {
        log.info(`identity: ${message}`);
      }
    },
  };
}

/** A failed query's parameters and row hold password hashes and session tokens: they must not reach a log. */
export function withoutParameters(error: unknown): unknown {
  if (error instanceof DrizzleQueryError) {
    const message = `Failed query: ${error.query}: ${error.cause?.message ?? 'no cause given'}`;
    return safeError(message, error, error.cause);
  }
  return error instanceof pg.DatabaseError ? safeError(error.message, error, error) : error;
}

function safeError(message: string, error: Error, cause: unknown): Error {
  const safe = new Error(message);
  const { code } = (cause ?? {}) as { code?: unknown };
  if (typeof code === 'string') {
    Object.assign(safe, { code }); // tells a database that is away from a bug
  }
  if (error.stack) {
    safe.stack = `${safe.message}\n${stackFrames(error.stack)}`;
  }
  return safe;
}

/** The frames alone: a stack begins with the message, which for a failed query ends with its parameters. */
function stackFrames(stack: string): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}
