import pg from 'pg';

/** SQL states after which the same transaction may succeed (PostgreSQL, appendix A). */
const PASSING_SQL_STATES = new Set([
  '25006', // a standby, or read-only for now
  '25P03', // idle in a transaction for too long
  '40001', // serialization failure
  '40P01', // deadlock
  '53100', // disk full
  '53200', // out of memory
  '53300', // too many connections
  '55P03', // lock timeout
  '57014', // statement timeout
  '57P01', // the server is shutting down by request
  '57P02', // the server crashed
  '57P03', // the server is starting or stopping
  '57P05', // idle for too long
  '58030', // input or output failed
]);

/** SQL states of a database that answers but cannot write: read-only, full, or with a failing disk. */
const WRITE_SQL_STATES = new Set(['25006', '53100', '58030']);

const PASSING_SYSTEM_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'EMFILE',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Also the error for wrong parameters of a statement, which is a bug. */
const PROTOCOL_VIOLATION = '08P01';

/** True if the socket of a server that is starting does not exist yet. */
function isMissingSocket(error: Error, code: string): boolean {
  return code === 'ENOENT' && (error as { syscall?: unknown }).syscall === 'connect';
}

/** Messages of pg, without a code, for a closed connection. */
const ENDED_CONNECTION = /connection (terminated|ended|error)|not queryable|timeout|client was closed/i;

const INTERNAL_ERROR = 'XX000';

/**
 * Messages of Citus 12.1 with the code of an internal error: a shard was split during the statement, or the connection
 * to a worker broke. From "SSL" on they are libpq's.
 */
const PASSING_INTERNAL_ERROR =
  /^(could not find valid entry for shard|could not commit transaction for shard \d+ on|failure on connection marked as essential:|SSL SYSCALL error:|server closed the connection unexpectedly|could not (receive data from|send data to) server|no connection to the server|connection not open)/;

/** True if a failed transaction is worth repeating: the database or the connection failed, not the work. */
export function isPassingFailure(error: unknown): boolean {
  if (!(error instanceof Error)) {
    return false;
  }
  const code = (error as { code?: unknown }).code;
  if (typeof code !== 'string') {
    return ENDED_CONNECTION.test(error.message);
  }
  const isBrokenConnection = code.startsWith('08') && code !== PROTOCOL_VIOLATION;
  return (
    isBrokenConnection ||
    PASSING_SQL_STATES.has(code) ||
    PASSING_SYSTEM_ERRORS.has(code) ||
    (code === INTERNAL_ERROR && PASSING_INTERNAL_ERROR.test(error.message)) ||
    isMissingSocket(error, code)
  );
}

/** True if a lock was not free for a statement that does not wait. */
export function isLockTaken(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === '55P03';
}

/** True if the database answers but cannot write. */
export function isWriteFailure(error: unknown): boolean {
  return error instanceof Error && WRITE_SQL_STATES.has(String((error as { code?: unknown }).code));
}

/** Details of a failed query contain rows with password hashes and session tokens, so they must not reach a log. */
export function withoutDetails(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) {
    return error;
  }
  const safe = new Error(error.message);
  safe.stack = error.stack ?? '';
  // It distinguishes an unavailable database from a bug.
  return Object.assign(safe, { code: error.code });
}
