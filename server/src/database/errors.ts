/** SQL states after which the same transaction may well succeed (PostgreSQL, appendix A). */
const PASSING_SQL_STATES = new Set([
  '40001', // serialization failure
  '40P01', // deadlock
  '53300', // too many connections
  '57014', // statement timeout
  '57P01', // the server was told to shut down
  '57P02', // the server crashed
  '57P03', // the server is starting or stopping
]);

const PASSING_SYSTEM_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT', // the socket of a server that is not up yet
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** What pg says, without a code, of a connection that has ended. */
const ENDED_CONNECTION = /connection (terminated|ended|error)|not queryable|timeout|client was closed/i;

/** Whether a failed transaction is worth repeating: the database or the way to it failed, not the work. */
export function isPassingFailure(error: unknown): boolean {
  if (!(error instanceof Error)) {
    return false;
  }
  const code = (error as { code?: unknown }).code;
  if (typeof code !== 'string') {
    return ENDED_CONNECTION.test(error.message);
  }
  return PASSING_SQL_STATES.has(code) || code.startsWith('08') || PASSING_SYSTEM_ERRORS.has(code);
}
