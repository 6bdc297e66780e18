import type { IncomingMessage } from 'node:http';
import type { CallName } from '@perkex/contract/call-addresses.js';
import type { CallAnswer, CallProblem, CallRequest } from '@perkex/contract/calls.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerCall } from '../http/calls.js';
import type { Refusal } from '../http/problems.js';
import type { Content } from './cached-response.js';
import type { AnswerMaking, AnswerPlan, ResponseCache } from './response-cache.js';
import { sendCached } from './send-cached.js';

/** A call's response as text that matches its schema. */
export interface CallContent<Answer> extends Content {
  readonly of?: Answer;
}

/** A cached response of a call. */
export interface CallPlan<Name extends CallName> extends Omit<AnswerPlan, 'make'> {
  readonly make: (
    making: AnswerMaking,
  ) => Promise<CallContent<CallAnswer<Name>> | Refusal<CallProblem<Name>>>;
}

/** A plan depends only on the request, not on the caller. */
type PlanOf<Name extends CallName> = (
  parts: CallRequest<Name>,
  request: Pick<FastifyRequest, 'headers'>,
) => CallPlan<Name> | Promise<CallPlan<Name>>;

export function jsonContent<Answer>(answer: Answer): CallContent<Answer> {
  return { type: 'application/json; charset=utf-8', text: JSON.stringify(answer) };
}

/** The cache key of a call in the default format; a request that may want a table is handled by its route. */
export function keyOfCall({ url = '', headers }: IncomingMessage): string | null {
  return headers.accept?.includes('text') ? null : url;
}

/** Registers the route of an open call whose responses are cached by address. */
export function answerCached<Name extends CallName>(
  app: FastifyInstance,
  kept: ResponseCache,
  name: Name,
  planOf: PlanOf<Name>,
): void {
  answerCall(
    app,
    name,
    async (parts, request, reply) => {
      const sent = await sendCached(kept, request, reply, await planOf(parts, request));
      return sent as FastifyReply | Refusal<CallProblem<Name>>;
    },
    { config: { isApart: true } },
  );
}
