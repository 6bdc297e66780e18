import type { SecondFactorDemand } from '@perkex/contract/identity.js';
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { type Credentials, type Fields, readSignIn, readSignUp } from './credentials.js';
import { openGate } from './gate.js';
import {
  BASE_PATH,
  type IdentityService,
  PASSWORD_SIGN_IN,
  SECOND_FACTOR_NEEDED,
} from './identity-service.js';
import type { PasswordReset } from './password-reset.js';
import { resetRoutes } from './reset-routes.js';
import { documented, respond } from './service-answer.js';
import type { SignInCompletion } from './sign-in-completion.js';

const BODY_BYTES_MOST = 16 * 1024;

export interface IdentityRoutesOptions {
  readonly service: IdentityService;
  readonly publicUrl: string;
  /** Ends the session of this cookie header, if it has one. Rejects when it cannot. */
  readonly endSession: (cookieHeader: string | undefined) => Promise<void>;
  readonly passwordReset: PasswordReset;
  readonly completion: SignInCompletion;
  readonly rateLimits: boolean;
  /** Adds the calls of other files. */
  readonly moreCalls: (scope: FastifyInstance) => void;
}

/**
 * The calls of better-auth that PerkeX uses, each named: it has two dozen more, and what is not listed is not there.
 * A forgotten password is our own. Answers are better-auth's, or have their shape; 503 with the code 'busy' when too
 * many passwords wait to be checked.
 */
export function identityRoutes({
  service,
  publicUrl,
  endSession,
  passwordReset,
  completion,
  rateLimits,
  moreCalls,
}: IdentityRoutesOptions): FastifyPluginAsync {
  // A sign-up holds its transaction's connection while the password is hashed: two at most, or a crowd of them
  // would hold every connection of the pool.
  const signUps = openGate({ atOnce: 2, waiting: 64 });

  async function signUp(request: FastifyRequest): Promise<Response> {
    return withFields(readSignUp(request.body), (fields) =>
      signUps.run(() => service.ask(request, '/sign-up/email', fields)),
    );
  }

  async function signIn(request: FastifyRequest): Promise<Response> {
    return withFields(readSignIn(request.body), async (fields) => {
      const answer = await service.ask(request, PASSWORD_SIGN_IN, fields);
      const waiting = await secondFactorNeeded(answer);
      const remember = fields.rememberMe !== false;
      return waiting ? completion.challenge({ userId: waiting.userId, remember }, waiting.demand) : answer;
    });
  }

  /** better-auth says 'signed out' even when it could not delete the session; nobody should believe that. */
  async function signOut(request: FastifyRequest): Promise<Response> {
    const answer = await service.ask(request, '/sign-out', {});
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
    scope.post(
      `${BASE_PATH}${PASSWORD_SIGN_IN}`,
      documented('Sign in with {email, password}'),
      (request, reply) => respond(reply, signIn(request)),
    );
    scope.post(`${BASE_PATH}/sign-out`, documented('End the session'), (request, reply) =>
      respond(reply, signOut(request)),
    );
    scope.get(
      `${BASE_PATH}/get-session`,
      { ...documented('The session and its user, or null'), exposeHeadRoute: false },
      (request, reply) => respond(reply, service.ask(request, '/get-session')),
    );
    resetRoutes(scope, { passwordReset, publicUrl, rateLimits });
    moreCalls(scope);
  };
}

async function withFields(
  credentials: Credentials,
  ask: (fields: Fields) => Promise<Response>,
): Promise<Response> {
  if ('refusal' in credentials) {
    return Response.json(credentials.refusal, { status: 400 });
  }
  return ask(credentials.fields);
}

/** What better-auth's session hook says when the password is good and a second factor is asked for; null otherwise. */
async function secondFactorNeeded(answer: Response) {
  if (answer.status !== 403) {
    return null;
  }
  const refusal = (await answer.clone().json()) as {
    readonly code?: string;
    readonly userId: string;
    readonly demand: SecondFactorDemand;
  };
  return refusal.code === SECOND_FACTOR_NEEDED ? refusal : null;
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
