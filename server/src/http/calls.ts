import { CALL_ADDRESSES, type CallName } from '@perkex/contract/call-addresses.js';
import {
  CALLS,
  type CallAnswer,
  type CallDescription,
  type CallProblem,
  type CallRequest,
  COMMON_PROBLEMS,
} from '@perkex/contract/calls.js';
import { eventStreamSchema } from '@perkex/contract/live.js';
import { problemSchema } from '@perkex/contract/problems.js';
import { sentenceSchema } from '@perkex/contract/sentence.js';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { isRefusal, type Refusal, sendProblem } from './problems.js';

/** Answers a call with what its schema says, or refuses it; what it has sent by itself it gives back as the reply. */
export type CallHandler<Name extends CallName> = (
  parts: CallRequest<Name>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<CallAnswer<Name> | Refusal<CallProblem<Name>> | FastifyReply>;

/** Registers the route of a call of the contract, checked and documented as its table says. */
export function answerCall<Name extends CallName>(
  app: FastifyInstance,
  name: Name,
  handler: CallHandler<Name>,
  options: Pick<RouteShorthandOptions, 'config' | 'preHandler' | 'exposeHeadRoute'> = {},
): void {
  const { method, path } = CALL_ADDRESSES[name];
  const { tag, summary, params, query, body, ...call }: CallDescription = CALLS[name];
  app.route({
    ...options,
    method,
    url: path,
    schema: {
      summary,
      tags: [tag],
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      response: responsesOf(call),
    },
    async handler(request, reply) {
      const parts = { params: request.params, query: request.query, body: request.body };
      const answer = await handler(parts as CallRequest<Name>, request, reply);
      if (reply.sent || answer === reply) {
        return reply;
      }
      if (isRefusal(answer)) {
        return sendProblem(reply, answer);
      }
      return typeof answer === 'string' ? reply.type('text/plain; charset=utf-8').send(answer) : answer;
    },
  });
}

/** What the OpenAPI document says of a call's answers. */
function responsesOf({ answer, hasCsv, problems }: Pick<CallDescription, 'answer' | 'hasCsv' | 'problems'>) {
  const refused = {
    description: `Refused: ${[...problems, ...COMMON_PROBLEMS].join(', ')}`,
    content: { 'application/problem+json': { schema: problemSchema } },
  };
  const sentence = { description: 'One sentence', content: { 'text/plain': { schema: answer } } };
  const table = {
    description: 'JSON, or for those who accept text/csv a table',
    content: { 'application/json': { schema: answer }, 'text/csv': { schema: sentenceSchema } },
  };
  const stream = {
    description: 'Server-sent events, for as long as somebody reads',
    content: { 'text/event-stream': { schema: answer } },
  };
  const answered = new Map<unknown, unknown>([
    [sentenceSchema, sentence],
    [eventStreamSchema, stream],
  ]);
  return { 200: answered.get(answer) ?? (hasCsv ? table : answer), '4xx': refused, '5xx': refused };
}
