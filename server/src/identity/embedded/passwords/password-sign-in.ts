import type { SecondFactorDemand } from '@perkex/contract/identity.js';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { limitedAddress } from '../../../http/client-address.js';
import { limitMaker, MINUTE_SECONDS } from '../limits/attempt-limit.js';
import { openGate } from '../limits/gate.js';
import type { KnownBrowsers } from '../limits/known-browsers.js';
import type { AllowedAttempt, SignInLimits } from '../limits/sign-in-limits.js';
import { answerOf, refuse, refuseTooMany, withCookies } from '../refusals.js';
import { type IdentityService, PASSWORD_SIGN_IN, SECOND_FACTOR_NEEDED } from '../service/identity-service.js';
import { endSession } from '../sessions/sessions.js';
import type { SignInCompletion } from '../sign-in-completion.js';
import { type Fields, type ReadFields, readSignIn, readSignUp } from './credentials.js';
import { passwordMark } from './user-passwords.js';

const SIGN_UPS_IN_FIVE_MINUTES = 30;

export interface PasswordSignInOptions {
  readonly pool: pg.Pool;
  readonly service: IdentityService;
  readonly completion: SignInCompletion;
  readonly limits: SignInLimits;
  readonly knownBrowsers: KnownBrowsers;
  readonly rateLimits: boolean;
}

/** Sign-up and sign-in with e-mail and password. Both answer a `SignInAnswer`, or refuse in better-auth's way. */
export interface PasswordSignIn {
  signUp(request: FastifyRequest): Promise<Response>;
  signIn(request: FastifyRequest): Promise<Response>;
}

export function passwordSignIn(options: PasswordSignInOptions): PasswordSignIn {
  const { pool, service, completion, limits, knownBrowsers, rateLimits } = options;
  const signUpLimit = limitMaker(rateLimits)(SIGN_UPS_IN_FIVE_MINUTES, 5 * MINUTE_SECONDS);
  // A sign-up holds its transaction's connection while the password is hashed: two at most, or a crowd of them
  // would hold every connection of the pool.
  const signUps = openGate({ atOnce: 2, waiting: 64 });

  async function judge(request: FastifyRequest, fields: Fields, attempt: AllowedAttempt): Promise<Response> {
    const email = emailIn(fields);
    const hash = await passwordHashOf(pool, email);
    const answer = await service.ask(request, PASSWORD_SIGN_IN, fields);
    const waiting = await secondFactorNeeded(answer);
    if (!answer.ok && !waiting) {
      return answer;
    }
    attempt.forgive();
    if ((await passwordHashOf(pool, email)) !== hash) {
      // A reset has ended all sessions meanwhile; this one came too late for it.
      return endNewSession(answer);
    }
    const remember = fields.rememberMe !== false;
    const good = waiting
      ? await completion.challenge(
          { userId: waiting.userId, remember, passwordMark: passwordMark(hash) },
          waiting.demand,
        )
      : answer;
    // A browser that shall not be remembered stays a stranger in this, too.
    return remember ? withCookies(good, knownBrowsers.planted(email)) : good;
  }

  async function endNewSession(answer: Response): Promise<Response> {
    const { token } = (await answer.json()) as { token?: unknown };
    if (typeof token === 'string') {
      await endSession(pool, token);
    }
    return refuse(401, 'INVALID_EMAIL_OR_PASSWORD', 'Invalid email or password');
  }

  return {
    signUp: (request) =>
      withFields(readSignUp(request.body), async (fields) => {
        const waitSeconds = signUpLimit.take(limitedAddress(request.ip));
        if (waitSeconds !== null) {
          return refuseTooMany(waitSeconds);
        }
        const answer = await signUps.run(() => service.ask(request, '/sign-up/email', fields));
        return answer.ok ? withCookies(answer, knownBrowsers.planted(emailIn(fields))) : answer;
      }),

    signIn: (request) =>
      withFields(readSignIn(request.body), async (fields) => {
        const attempt = limits.begin(request, emailIn(fields));
        if ('waitSeconds' in attempt) {
          return refuseTooMany(attempt.waitSeconds);
        }
        try {
          return await judge(request, fields, attempt);
        } catch (error) {
          // Nobody has judged it.
          attempt.forgive();
          throw error;
        }
      }),
  };
}

async function withFields(read: ReadFields, ask: (fields: Fields) => Promise<Response>): Promise<Response> {
  return 'refusal' in read ? answerOf(read) : ask(read.fields);
}

function emailIn({ email }: Fields): string {
  return typeof email === 'string' ? email.toLowerCase() : '';
}

/** What the password of this e-mail is stored as; null without one. Asked for unknown e-mails alike. */
async function passwordHashOf(pool: pg.Pool, email: string): Promise<string | null> {
  const { rows } = await pool.query<{ password: string | null }>({
    name: 'identity-password-of-email',
    text: `select password from identity_users
      join identity_logins on user_id = identity_users.id and provider_id = 'credential'
      where email = $1`,
    values: [email],
  });
  return rows[0]?.password ?? null;
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
