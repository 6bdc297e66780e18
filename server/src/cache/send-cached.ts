import type { FastifyReply, FastifyRequest } from 'fastify';
import { limitedAddress } from '../http/client-address.js';
import { compressionFor } from '../http/compress.js';
import { isRefusal, type Refusal } from '../http/problems.js';
import type { CachedResponse } from './cached-response.js';
import type { AnswerPlan, ResponseCache } from './response-cache.js';

/**
 * Sends the cached response, or a new one.
 * @returns the reply, or the refusal made instead of a response
 */
export async function sendCached(
  responses: ResponseCache,
  request: FastifyRequest,
  reply: FastifyReply,
  plan: AnswerPlan,
): Promise<FastifyReply | Refusal> {
  const answer = await responses.read(plan, limitedAddress(request.ip));
  return isRefusal(answer) ? answer : sendAnswer(answer, request, reply);
}

async function sendAnswer(
  answer: CachedResponse,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (answer.isKnownBy(headers['if-none-match'])) {
    return reply.status(304).headers(answer.headersOfUnchanged).send();
  }
  const form = await answer.form(compressionFor(headers['accept-encoding']));
  return reply.headers(form.headers).send(form.bytes);
}
