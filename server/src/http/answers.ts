import type { FastifyReply } from 'fastify';
import { type Refusal, sendProblem } from './problems.js';

/** A sentence for the toast, or the refusal. */
export function sendSentence(reply: FastifyReply, result: string | Refusal): FastifyReply {
  return typeof result === 'string'
    ? reply.type('text/plain; charset=utf-8').send(result)
    : sendProblem(reply, result);
}
