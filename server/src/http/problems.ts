import { STATUS_CODES } from 'node:http';
import { INVALID_PRICE } from '@perkex/contract/fields.js';
import { PROBLEMS, type Problem, type ProblemCode } from '@perkex/contract/problems.js';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BusyError } from '../busy-error.js';
import { isPassingFailure } from '../database/errors.js';
import { InvalidInputError } from './validation.js';

/** A call's refusal, as a value: what a handler returns instead of an answer. */
export interface Refusal {
  readonly refused: ProblemCode;
  /** A sentence that is more exact than the code's own. */
  readonly detail?: string;
}

const RETRY_AFTER_SECONDS = 1;

/** A sentence and a code for each refusal, as application/problem+json (RFC 9457). */
export function sendProblem(reply: FastifyReply, { refused, detail }: Refusal): FastifyReply {
  const { status, detail: usualDetail } = PROBLEMS[refused];
  if (refused === 'busy') {
    reply.header('retry-after', RETRY_AFTER_SECONDS);
  }
  const title = STATUS_CODES[status] ?? 'Error';
  const problem: Problem = {
    type: 'about:blank',
    title,
    status,
    detail: detail ?? usualDetail,
    code: refused,
  };
  return reply.status(status).type('application/problem+json').send(JSON.stringify(problem));
}

/** What an address is told that nothing answers. */
export function sendNotFound(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendProblem(reply, { refused: 'not-found' });
}

/** What Fastify and its plugins refuse by themselves; their many codes of their own say no more than the status. */
const CODE_OF_STATUS: Readonly<Record<number, ProblemCode>> = {
  400: 'bad-json',
  413: 'too-large',
  415: 'unsupported-type',
  429: 'too-many-requests',
};

/** Answers whatever a handler throws with a problem, and every address that nothing answers as told. */
export function registerProblems(app: FastifyInstance, sendNowhere: typeof sendNotFound): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = refusalOf(error);
    if (!refusal) {
      return sendBug(error, request, reply);
    }
    if (refusal.refused === 'busy') {
      request.log.error({ err: error }, 'busy');
    }
    return sendProblem(reply, refusal);
  });
  app.setNotFoundHandler(sendNowhere);
}

function refusalOf(error: FastifyError): Refusal | null {
  if (error instanceof InvalidInputError) {
    return refusalOfInput(error);
  }
  if (error instanceof BusyError || isDatabaseAway(error)) {
    return { refused: 'busy' };
  }
  const code = CODE_OF_STATUS[error.statusCode ?? 500];
  return code ? { refused: code } : null;
}

/** Drizzle wraps what the database said. */
function isDatabaseAway(error: Error): boolean {
  return isPassingFailure(error) || isPassingFailure(error.cause);
}

/** A wrong price is named only when nothing else is wrong with the body. */
function refusalOfInput({ issues, message }: InvalidInputError): Refusal {
  const isPriceOnly = issues.every(
    (issue) => issue.code === 'custom' && issue.params?.code === INVALID_PRICE,
  );
  return isPriceOnly ? { refused: 'invalid-price' } : { refused: 'invalid-body', detail: message };
}

/** A bug: logged with its stack, answered without a word about the inside. */
function sendBug(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.log.error({ err: error }, 'a request failed');
  return sendProblem(reply, { refused: 'internal-error' });
}
