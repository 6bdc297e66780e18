import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limitedAddress } from '../http/client-address.js';
import { packingFor } from '../http/packing.js';
import { isRefusal, type Refusal } from '../http/problems.js';
import type { KeptAnswer } from './kept-answer.js';
import type { AnswerPlan, KeptAnswers } from './kept-answers.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Of a route whose answers are kept: the key of a request that asks for one in the usual way, from its raw address.
     * Null for one that has to be looked at.
     */
    keptAs?: (request: FastifyRequest) => string | null;
  }
}

/**
 * Answers what is kept and packed already before any hook that is added later: nothing has to be read or made, so the
 * request takes no turn.
 * @param headers what stands in every answer of this server
 */
export function sendReadyAnswers(
  app: FastifyInstance,
  kept: KeptAnswers,
  headers: Readonly<Record<string, string>>,
): void {
  const wholeHeaders = new WeakMap<object, Readonly<Record<string, string>>>();
  const withAll = (own: Readonly<Record<string, string>>) => {
    const whole = wholeHeaders.get(own) ?? { ...headers, ...own };
    wholeHeaders.set(own, whole);
    return whole;
  };
  app.addHook('onRequest', (request, reply, done) => {
    const { keptAs } = request.routeOptions.config;
    const key = keptAs && request.raw.method === 'GET' ? keptAs(request) : null;
    const answer = key === null ? null : kept.ready(key);
    if (!answer) {
      done();
      return;
    }
    const { 'if-none-match': ifNoneMatch, 'accept-encoding': acceptEncoding } = request.headers;
    if (answer.isKnownBy(ifNoneMatch)) {
      reply.hijack();
      reply.raw.writeHead(304, withAll(answer.headersOfUnchanged)).end();
      return;
    }
    const form = answer.ready(packingFor(acceptEncoding));
    if (!form) {
      done();
      return;
    }
    reply.hijack();
    reply.raw.writeHead(200, withAll(form.headers)).end(form.bytes);
  });
}

/**
 * Answers with what is kept, or with what is made now.
 * @returns the reply, or the refusal that was made instead of an answer
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
