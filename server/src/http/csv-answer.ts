import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';

const JSON_FIRST = ['application/json', 'text/csv'];

/** Whether the caller would rather have a table than JSON. */
export function wantsCsv({ headers }: FastifyRequest): boolean {
  return negotiate((headers.accept ?? '').toLowerCase(), JSON_FIRST) === 'text/csv';
}

export function sendCsv(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('text/csv; charset=utf-8').send(text);
}
