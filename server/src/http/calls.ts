import { CALL_ADDRESSES, type CallAddress, type CallName } from '@perkex/contract/call-addresses.js';
import type { CallAnswer, CallProblem, CallRequest } from '@perkex/contract/calls.js';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { schemaOfCall } from './call-documentation.js';
import { isRefusal, type Refusal, sendProblem } from './problems.js';

/** Answers a call as its schema defines, or refuses it. A handler that has sent its answer returns the reply. */
export type CallHandler<Name extends CallName> = (
  parts: CallRequest<Name>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<CallAnswer<Name> | Refusal<CallProblem<Name>> | FastifyReply>;

/** Registers the route of a call of the contract, validated and documented by its table. */
export function answerCall<Name extends CallName>(
  app: FastifyInstance,
  name: Name,
  handler: CallHandler<Name>,
  options: Pick<
    RouteShorthandOptions,
    'config' | 'preHandler' | 'preParsing' | 'preValidation' | 'bodyLimit' | 'exposeHeadRoute'
  > = {},
): void {
  const { method, path, for: audience, scope }: CallAddress = CALL_ADDRESSES[name];
  app.route({
    ...options,
    config: { ...options.config, audience, scope },
    method,
    url: path,
    schema: schemaOfCall(name),
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
