import type { IncomingHttpHeaders } from 'node:http';
import { negotiate } from '@fastify/accept-negotiator';

export const CSV_TYPE = 'text/csv; charset=utf-8';

const JSON_FIRST = ['application/json', 'text/csv'];

/** Checks whether the caller prefers CSV to JSON. */
export function wantsCsv({ accept = '' }: IncomingHttpHeaders): boolean {
  return negotiate(accept.toLowerCase(), JSON_FIRST) === 'text/csv';
}
