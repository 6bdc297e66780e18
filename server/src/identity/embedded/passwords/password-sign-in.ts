import type { SecondFactorDemand } from '@perkex/contract/identity.js';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { limitedAddress } from '../../../http/client-address.js';
import { type LimitMaker, MINUTE_SECONDS } from '../limits/attempt-limits.js';
import type { KnownBrowsers } from '../limits/known-browsers.js';
import type { PasswordGate } from '../limits/password-gate.js';
import type { AllowedAttempt, SignInLimits } from '../limits/sign-in-limits.js';
import { answerOf, refuse, refuseTooMany, withCookies } from '../refusals.js';
import { type IdentityService, PASSWORD_SIGN_IN, SECOND_FACTOR_NEEDED } from '../service/identity-service.js';
import type { EndSessionOf } from '../sessions/session-cookie.js';
import { endSession } from '../sessions/sessions.js';
import type { SignInCompletion } from '../sign-in-completion.js';
import { type Fields, type ReadFields, readSignIn, readSignUp } from './credentials.js';
import { passwordHashOf, passwordMark } from './user-passwords.js';

const SIGN_UPS_IN_FIVE_MINUTES = 30;

export interface PasswordSignInOptions {
  readonly pool: pg.Pool;
  readonly service: IdentityService;
  readonly completion: SignInCompletion;
  readonly limits: SignInLimits;
  readonly knownBrowsers: KnownBrowsers;
  readonly gate: PasswordGate;
  readonly limit: LimitMaker;
  readonly endSessionOf: EndSessionOf;
  /** Whether a browser is known for an account only when the account's e-mail is proved. */
  readonly requiresEmailProof: boolean;
  /** Told the e-mail of each new account, and the address that it came from, as limits count it. */
  readonly onSignUp: (email: string, address: string) => Promise<void>;
}

/** Sign-up and sign-in with e-mail and password. Both answer a `SignInAnswer`, or refuse in better-auth's way. */
export interface PasswordSignIn {
  signUp(request: FastifyRequest): Promise<Response>;
  signIn(request: FastifyRequest): Promise<Response>;
}

export function passwordSignIn(options: PasswordSignInOptions): PasswordSignIn {
  const {
    pool,
    service,
    completion,
    limits,
    knownBrowsers,
    gate,
    limit,
    endSessionOf,
    requiresEmailProof,
    onSignUp,
  } = options;
  const signUpLimit = limit('sign-ups of an address', SIGN_UPS_IN_FIVE_MINUTES, 5 * MINUTE_SECONDS);

  async function judge(request: FastifyRequest, fields: Fields, attempt: AllowedAttempt): Promise<Response> {
    const email = emailIn(fields);
    const hash = await passwordHashOf(pool, email);
    const answer = await service.ask(request, PASSWORD_SIGN_IN, fields);
    const waiting = await secondFactorNeeded(answer);
    if (!answer.ok && !waiting) {
      return answer;
    }
    await attempt.forgive();
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
      : await replacingSession(request, answer);
    // A browser that is not to be remembered stays a stranger here as well.
    return remember ? marked(good, email) : good;
  }

  /** Marks the browser as known. A stranger who signs up with somebody's e-mail gets no mark for it. */
  async function marked(answer: Response, email: string): Promise<Response> {
    const mayBeKnown = !requiresEmailProof || (await isEmailProved(pool, email));
    return mayBeKnown ? withCookies(answer, await knownBrowsers.planted(email)) : answer;
  }

  /** The new session's cookie takes the place of the one that came with the request. */
  async function replacingSession(request: FastifyRequest, answer: Response): Promise<Response> {
    await endSessionOf(request.headers.cookie);
    return answer;
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
        const address = limitedAddress(request.ip);
        const waitSeconds = await signUpLimit.take(address);
        if (waitSeconds !== null) {
          return refuseTooMany(waitSeconds);
        }
        const email = emailIn(fields);
        // The whole call has its turn, not the hash alone: a sign-up that waited inside of it would hold a connection.
        const answer = await gate.run({ isKnown: false, address, account: email }, () =>
          service.ask(request, '/sign-up/email', fields),
        );
        if (!answer.ok) {
          return answer;
        }
        await onSignUp(email, address);
        return marked(await replacingSession(request, answer), email);
      }),

    signIn: (request) =>
      withFields(readSignIn(request.body), async (fields) => {
        const attempt = await limits.begin(request, emailIn(fields));
        if ('waitSeconds' in attempt) {
          return refuseTooMany(attempt.waitSeconds);
        }
        try {
          return await gate.run(attempt.visitor, () => judge(request, fields, attempt));
        } catch (error) {
          // Nobody has judged it.
          await attempt.forgive();
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

async function isEmailProved(pool: pg.Pool, email: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'identity-is-email-proved',
    text: 'select 1 from identity_users where email = $1 and email_verified',
    values: [email],
  });
  return rowCount === 1;
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
