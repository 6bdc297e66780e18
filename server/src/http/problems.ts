import { STATUS_CODES } from 'node:http';
import { INVALID_PRICE } from '@perkex/contract/fields.js';
import { PROBLEMS, type Problem, type ProblemCode } from '@perkex/contract/problems.js';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isPassingFailure } from '../database/errors.js';
import { BusyError, OutcomeUnknownError, TooManyRequestsError } from '../errors/busy-error.js';
import type { BusyLog } from './busy-log.js';
import { InvalidInputError } from './validation.js';

/** A refusal as a value: a handler returns it instead of an answer. */
export interface Refusal<Code extends ProblemCode = ProblemCode> {
  readonly refused: Code;
  /** A sentence that is more specific than the code's own. */
  readonly detail?: string;
  /** How long to wait before a retry. */
  readonly retryAfterSeconds?: number;
  /** Describes the deal after a refused step. */
  readonly deal?: NonNullable<Problem['deal']>;
  /** The errors of the fields of a product. */
  readonly fields?: NonNullable<Problem['fields']>;
}

export function isRefusal(answer: unknown): answer is Refusal {
  return typeof answer === 'object' && answer !== null && 'refused' in answer;
}

const RETRY_AFTER_SECONDS = 1;
/** Temporary problems: the same request may succeed later. */
const PASSING: readonly ProblemCode[] = [
  'busy',
  'provider-unavailable',
  'outcome-unknown',
  'too-many-requests',
];

/** The status, code and sentence of a refusal. */
export function problemOf({ refused, detail }: Refusal): Pick<Problem, 'status' | 'code' | 'detail'> {
  const { status, detail: usualDetail } = PROBLEMS[refused];
  return { status, code: refused, detail: detail ?? usualDetail };
}

const UNAUTHORIZED = 401;

/** Sends a sentence and a code for each refusal, as application/problem+json (RFC 9457). */
export function sendProblem(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { refused, retryAfterSeconds = RETRY_AFTER_SECONDS, deal, fields } = refusal;
  const { status, detail } = problemOf(refusal);
  const isPassing = PASSING.includes(refused);
  if (isPassing && !reply.hasHeader('retry-after')) {
    reply.header('retry-after', retryAfterSeconds);
  }
  if (status === UNAUTHORIZED) {
    reply.header('www-authenticate', 'Bearer');
  }
  const title = STATUS_CODES[status] ?? 'Error';
  const problem: Problem = {
    type: 'about:blank',
    title,
    status,
    detail,
    code: refused,
    requestId: reply.request.id,
    ...(deal && { deal }),
    ...(fields && { fields }),
  };
  return reply.status(status).type('application/problem+json').send(JSON.stringify(problem));
}

/** The answer for a path without a route. */
export function sendNotFound(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendProblem(reply, { refused: 'not-found' });
}

/** Refusals by Fastify and its plugins. Their many codes say no more than the status. */
const CODE_OF_STATUS: Readonly<Record<number, ProblemCode>> = {
  400: 'bad-json',
  403: 'not-found', // a path that leads out of a folder of files
  404: 'not-found',
  412: 'precondition-failed',
  413: 'too-large',
  415: 'unsupported-type',
  416: 'unsatisfiable-range',
  429: 'too-many-requests',
};

const WITHOUT_BODY = ['GET', 'HEAD'];

/** Answers errors of handlers with a problem, and paths without a route with not-found. */
export function registerProblems(
  app: FastifyInstance,
  sendNowhere: typeof sendNotFound,
  busy: BusyLog,
): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = refusalOf(error, request);
    if (!refusal) {
      return sendBug(error, request, reply);
    }
    if (refusal.refused === 'busy' || refusal.refused === 'outcome-unknown') {
      busy.note(error);
    }
    return sendProblem(reply, refusal);
  });
  app.setNotFoundHandler(sendNowhere);
  app.addHook('onClose', async () => busy.flush());
}

function refusalOf(error: FastifyError, { method, raw }: FastifyRequest): Refusal | null {
  if (error instanceof InvalidInputError) {
    return refusalOfInput(error);
  }
  if (error.message === 'aborted' && raw.destroyed) {
    return { refused: 'bad-json' }; // hung up within the body: the answer reaches no client, and nothing is busy
  }
  const passing = refusalOfPassing(error);
  if (passing) {
    return passing;
  }
  if (error.statusCode === 400 && WITHOUT_BODY.includes(method)) {
    return { refused: 'not-found' }; // the path of a file that cannot be one
  }
  const code = CODE_OF_STATUS[error.statusCode ?? 500];
  return code ? { refused: code } : null;
}

/** The refusal of an error after which the same request may succeed; null for any other error. */
export function refusalOfPassing(
  error: unknown,
): Refusal<'outcome-unknown' | 'busy' | 'too-many-requests'> | null {
  if (error instanceof OutcomeUnknownError) {
    return { refused: 'outcome-unknown' };
  }
  if (isBusy(error)) {
    return { refused: 'busy' };
  }
  return error instanceof TooManyRequestsError
    ? { refused: 'too-many-requests', detail: error.detail }
    : null;
}

/** Checks whether the same request may succeed later. */
export function isBusy(error: unknown): boolean {
  return error instanceof BusyError || isPassingFailure(error);
}

/** A wrong price is reported only when nothing else is wrong with the body. */
export function refusalOfInput({
  issues,
  message,
}: InvalidInputError): Refusal<'invalid-price' | 'invalid-body'> {
  const isPriceOnly = issues.every(
    (issue) => issue.code === 'custom' && issue.params?.code === INVALID_PRICE,
  );
  return isPriceOnly ? { refused: 'invalid-price' } : { refused: 'invalid-body', detail: message };
}

/** A bug: logged with its stack, answered without internal details. */
function sendBug(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.log.error({ requestId: request.id, err: error }, 'a request failed');
  return sendProblem(reply, { refused: 'internal-error' });
}
