import type { FastifyReply, FastifyRequest } from 'fastify';
import { limitedAddress } from '../http/client-address.js';
import { packingFor } from '../http/packing.js';
import { isRefusal, type Refusal } from '../http/problems.js';
import type { KeptAnswer } from './kept-answer.js';
import type { AnswerPlan, KeptAnswers } from './kept-answers.js';

/**
 * Sends the cached response, or a new one.
 * @returns the reply, or the refusal made instead of a response
 */
export async function sendKept(
  kept: KeptAnswers,
  request: FastifyRequest,
  reply: FastifyReply,
  plan: AnswerPlan,
): Promise<FastifyReply | Refusal> {
  const answer = await kept.read(plan, limitedAddress(request.ip));
  return isRefusal(answer) ? answer : sendAnswer(answer, request, reply);
}

async function sendAnswer(
  answer: KeptAnswer,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (answer.isKnownBy(headers['if-none-match'])) {
    return reply.status(304).headers(answer.headersOfUnchanged).send();
  }
  const form = await answer.form(packingFor(headers['accept-encoding']));
  return reply.headers(form.headers).send(form.bytes);
}
