import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from '../../http/problems.js';
import { type Credentials, readSignIn, readSignUp } from './credentials.js';
import { GateFullError, openGate } from './gate.js';
import { BASE_PATH, type IdentityService } from './identity-service.js';
import { sendAnswer } from './service-answer.js';
import { withoutParameters } from './service-log.js';
import { serviceRequest } from './service-request.js';

const TOO_MANY_LOGINS = 'Too many people are logging in. Please try again in a moment.';
const BODY_BYTES_MOST = 16 * 1024;

export interface IdentityRoutesOptions {
  readonly service: IdentityService;
  readonly publicUrl: string;
  /** Ends the session of this cookie header, if it has one. Rejects when it cannot. */
  readonly endSession: (cookieHeader: string | undefined) => Promise<void>;
}

/**
 * The calls of better-auth that PerkeX uses, each named: it has two dozen more, and what is not listed is not there.
 * Answers are better-auth's own; 503 with the code 'busy' when too many passwords wait to be checked.
 */
export function identityRoutes({
  service,
  publicUrl,
  endSession,
}: IdentityRoutesOptions): FastifyPluginAsync {
  // A sign-up holds its transaction's connection while the password is hashed: two at most, or a crowd of them
  // would hold every connection of the pool.
  const signUps = openGate({ atOnce: 2, waiting: 64 });

  function ask(request: FastifyRequest, call: string, fields?: unknown): Promise<Response> {
    return service(serviceRequest(request, new URL(BASE_PATH + call, publicUrl), fields));
  }

  async function signUp(request: FastifyRequest): Promise<Response> {
    return withFields(readSignUp(request.body), (fields) =>
      signUps.run(() => ask(request, '/sign-up/email', fields)),
    );
  }

  async function signIn(request: FastifyRequest): Promise<Response> {
    return withFields(readSignIn(request.body), (fields) => ask(request, '/sign-in/email', fields));
  }

  /** better-auth says 'signed out' even when it could not delete the session; nobody should believe that. */
  async function signOut(request: FastifyRequest): Promise<Response> {
    const answer = await ask(request, '/sign-out', {});
    if (answer.ok) {
      await endSession(request.headers.cookie);
    }
    return answer;
  }

  return async (scope) => {
    acceptJsonOnly(scope);
    scope.post(
      `${BASE_PATH}/sign-up/email`,
      documented('Make an account with {email, password}, and sign in'),
      (request, reply) => respond(reply, signUp(request)),
    );
    scope.post(`${BASE_PATH}/sign-in/email`, documented('Sign in with {email, password}'), (request, reply) =>
      respond(reply, signIn(request)),
    );
    scope.post(`${BASE_PATH}/sign-out`, documented('End the session'), (request, reply) =>
      respond(reply, signOut(request)),
    );
    scope.get(
      `${BASE_PATH}/get-session`,
      { ...documented('The session and its user, or null'), exposeHeadRoute: false },
      (request, reply) => respond(reply, ask(request, '/get-session')),
    );
  };
}

/** Their bodies are better-auth's to check, so the OpenAPI document has no schema of them. */
function documented(summary: string) {
  return { schema: { summary, tags: ['identity'] } };
}

async function respond(reply: FastifyReply, answering: Promise<Response>): Promise<FastifyReply> {
  try {
    return await sendAnswer(reply, await answering);
  } catch (error) {
    if (error instanceof GateFullError) {
      return sendProblem(reply, { refused: 'busy', detail: TOO_MANY_LOGINS });
    }
    throw withoutParameters(error);
  }
}

async function withFields(
  credentials: Credentials,
  ask: (fields: unknown) => Promise<Response>,
): Promise<Response> {
  if ('refusal' in credentials) {
    return Response.json(credentials.refusal, { status: 400 });
  }
  return ask(credentials.fields);
}

/** For these routes alone. Nothing at all counts as no body: a sign-out has none to send. */
function acceptJsonOnly(scope: FastifyInstance): void {
  const parseJson = scope.getDefaultJsonParser('error', 'error');
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string', bodyLimit: BODY_BYTES_MOST },
    (request, body, done) => (body === '' ? done(null, undefined) : parseJson(request, body, done)),
  );
}
