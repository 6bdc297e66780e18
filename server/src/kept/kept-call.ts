import type { IncomingMessage } from 'node:http';
import type { CallName } from '@perkex/contract/call-addresses.js';
import type { CallAnswer, CallProblem, CallRequest } from '@perkex/contract/calls.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerCall } from '../http/calls.js';
import type { Refusal } from '../http/problems.js';
import type { Content } from './kept-answer.js';
import type { AnswerMaking, AnswerPlan, KeptAnswers } from './kept-answers.js';
import { sendKept } from './send-kept.js';

/** The answer of a call as text, which its schema allows. */
export interface CallContent<Answer> extends Content {
  readonly of?: Answer;
}

/** A call's answer that is kept. */
export interface CallPlan<Name extends CallName> extends Omit<AnswerPlan, 'make'> {
  readonly make: (
    making: AnswerMaking,
  ) => Promise<CallContent<CallAnswer<Name>> | Refusal<CallProblem<Name>>>;
}

/** Where the plan is made, nothing is known of who asks but what is asked for. */
type PlanOf<Name extends CallName> = (
  parts: CallRequest<Name>,
  request: Pick<FastifyRequest, 'headers'>,
) => CallPlan<Name> | Promise<CallPlan<Name>>;

export function jsonContent<Answer>(answer: Answer): CallContent<Answer> {
  return { type: 'application/json; charset=utf-8', text: JSON.stringify(answer) };
}

/** The key of a call that asks for its answer in the usual way; whoever may want a table is looked at. */
export function keyOfCall({ url = '', headers }: IncomingMessage): string | null {
  return headers.accept?.includes('text') ? null : url;
}

/** Registers the route of an open call whose answers are kept under its address. */
export function answerKept<Name extends CallName>(
  app: FastifyInstance,
  kept: KeptAnswers,
  name: Name,
  planOf: PlanOf<Name>,
): void {
  answerCall(
    app,
    name,
    async (parts, request, reply) => {
      const sent = await sendKept(kept, request, reply, await planOf(parts, request));
      return sent as FastifyReply | Refusal<CallProblem<Name>>;
    },
    { config: { isApart: true } },
  );
}
