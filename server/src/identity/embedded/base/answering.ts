import { IDENTITY_ADDRESSES, type IdentityCallName } from '@perkex/contract/identity-addresses.js';
import type { IdentityAnswer, IdentityBody, IdentityProblemCode } from '@perkex/contract/identity-calls.js';
import { PROBLEMS, type ProblemCode } from '@perkex/contract/problems.js';
import type { FastifyInstance, FastifyReply, FastifyRequest, preValidationAsyncHookHandler } from 'fastify';
import { withoutDetails } from '../../../database/errors.js';
import { schemaOfIdentityCall } from '../../../http/call-documentation.js';
import { limitedAddress } from '../../../http/client-address.js';
import { refuseForeignOrigins } from '../../../http/origins.js';
import { isRefusal, type Refusal, sendProblem } from '../../../http/problems.js';
import { trustedOrigins } from '../../../http/trusted-origins.js';
import { InvalidInputError, validatorCompiler } from '../../../http/validation.js';
import { SemaphoreFullError } from '../limits/password-semaphore.js';

const MAX_BODY_BYTES = 16 * 1024;

/** One request of a call. */
export interface Asked<Body = unknown> {
  readonly body: Body;
  readonly request: FastifyRequest;
  /** For setting cookies only. */
  readonly reply: FastifyReply;
  /** The client address that limits count. */
  readonly address: string;
}

/** Answers a call as its schema defines, or refuses it. Rejects when the database fails or the semaphore is full. */
export type IdentityHandler<Name extends IdentityCallName> = (
  asked: Asked<IdentityBody<Name>>,
) => Promise<IdentityAnswer<Name> | Refusal<IdentityProblemCode<Name>>>;

export type AnswerIdentityCall = <Name extends IdentityCallName>(
  name: Name,
  handler: IdentityHandler<Name>,
  preValidation?: preValidationAsyncHookHandler[],
) => void;

/**
 * Prepares a scope for the calls below /api/auth. They accept JSON only. Requests from other websites are refused
 * before anything is counted, so that they cannot use up a visitor's attempts. @returns a function that adds a call
 */
export function answerIdentityCalls(scope: FastifyInstance, publicUrl: string): AnswerIdentityCall {
  acceptJsonOnly(scope);
  scope.setValidatorCompiler(validatorCompiler);
  scope.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
  scope.setErrorHandler((error, _request, reply) => {
    if (error instanceof InvalidInputError) {
      return sendRefusal(reply, refusalOfInput(error));
    }
    if (error instanceof SemaphoreFullError) {
      return sendProblem(reply, { refused: 'busy', detail: TOO_MANY_LOGINS });
    }
    throw withoutDetails(error);
  });
  const onRequest = refuseForeignOrigins(publicUrl);

  return (name, handler, preValidation = []) => {
    const { method, path } = IDENTITY_ADDRESSES[name];
    scope.route({
      method,
      url: `/api${path}`,
      exposeHeadRoute: false,
      onRequest,
      preValidation,
      schema: schemaOfIdentityCall(name),
      async handler(request, reply) {
        const asked = { body: request.body, request, reply, address: limitedAddress(request.ip) };
        const result = await handler(asked as Asked<IdentityBody<typeof name>>);
        reply.header('cache-control', 'no-store');
        return isRefusal(result)
          ? sendRefusal(reply, result)
          : reply.type('application/json; charset=utf-8').send(JSON.stringify(result));
      },
    });
  };
}

/** @param what the plural noun of the limited thing */
export function refuseTooMany(waitSeconds: number, what = 'attempts'): Refusal<'TOO_MANY_REQUESTS'> {
  const minutes = Math.ceil(waitSeconds / 60);
  const wait = minutes <= 1 ? 'a minute' : `${minutes} minutes`;
  const detail = `Too many ${what}. Please try again in ${wait}.`;
  return { refused: 'TOO_MANY_REQUESTS', detail, retryAfterSeconds: waitSeconds };
}

/** Headers that only browsers send; other websites cannot remove all of them. */
const BROWSER_HEADERS = ['cookie', 'referer', 'sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest'];

/**
 * For the calls that begin and end sessions: a browser must prove that the request comes from one of our pages. Without
 * an Origin, which `refuseForeignOrigins` checks, its Referer must show it.
 */
export function requireOwnOrigin(publicUrl: string): preValidationAsyncHookHandler {
  const own = trustedOrigins(publicUrl);
  return async ({ headers }, reply) => {
    if (headers.origin !== undefined || BROWSER_HEADERS.every((name) => headers[name] === undefined)) {
      return;
    }
    if (!headers.referer) {
      return sendRefusal(reply, { refused: 'MISSING_OR_NULL_ORIGIN' });
    }
    if (!own.some((origin) => headers.referer?.startsWith(`${origin}/`))) {
      return sendRefusal(reply, { refused: 'INVALID_ORIGIN' });
    }
  };
}

const TOO_MANY_LOGINS = 'Too many people are logging in. Please try again in a moment.';

export function sendRefusal(
  reply: FastifyReply,
  { refused, detail, retryAfterSeconds }: Refusal,
): FastifyReply {
  const { status, detail: usualDetail } = PROBLEMS[refused];
  if (retryAfterSeconds !== undefined) {
    reply.header('retry-after', retryAfterSeconds);
  }
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ code: refused, message: detail ?? usualDetail, requestId: reply.request.id }));
}

/** A field's validation message names the code. Other invalid input, such as a body that is not an object, gets 400. */
function refusalOfInput({ issues: [issue] }: InvalidInputError): Refusal {
  const code = issue?.message ?? '';
  return code in PROBLEMS && code !== 'VALIDATION_ERROR'
    ? { refused: code as ProblemCode }
    : { refused: 'VALIDATION_ERROR', detail: `[body.${issue?.path.join('.') ?? ''}] Invalid input` };
}

/** Applies to these routes only. An empty request counts as no body: a sign-out has none to send. */
function acceptJsonOnly(scope: FastifyInstance): void {
  const parseJson = scope.getDefaultJsonParser('error', 'error');
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
    (request, body, done) => (body === '' ? done(null, undefined) : parseJson(request, body, done)),
  );
}
