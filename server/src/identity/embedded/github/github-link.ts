import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { attemptChallenge, openChallenge, readChallenge, takeChallenge } from '../challenges.js';
import { browserCookie, type CookieNaming } from '../cookies.js';
import type { AllowedAttempt, SignInLimits } from '../limits/sign-in-limits.js';
import type { UserPasswords } from '../passwords/user-passwords.js';
import { answerOf, refuse, refuseField, refuseTooMany, withCookies } from '../refusals.js';
import type { SignInCompletion } from '../sign-in-completion.js';
import type { GithubProfile } from './github-client.js';
import type { GithubAccount } from './github-users.js';

const PENDING_LINK_MINUTES = 10;
const ATTEMPTS_MOST = 5;

export interface PendingLinksOptions {
  readonly pool: pg.Pool;
  readonly cookies: CookieNaming;
  readonly completion: SignInCompletion;
  readonly passwords: UserPasswords;
  readonly limits: SignInLimits;
}

/**
 * Links that wait for a password: somebody at GitHub has proved an e-mail that has an account here. Nothing links by
 * itself; it is bound to the browser that came from GitHub, works once, for 10 minutes and five passwords.
 */
export interface PendingLinks {
  /** @returns the demand for the password (`SignInAnswer`) */
  open(userId: string, profile: GithubProfile): Promise<Response>;
  /** The ways to log in to the account of this browser's link: 'password'. */
  methods(request: FastifyRequest): Promise<Response>;
  /** @returns a `SignInAnswer`, or a refusal */
  link(request: FastifyRequest, password: unknown): Promise<Response>;
  cancel(request: FastifyRequest): Promise<void>;
  readonly cookieRemoved: string;
}

export function pendingLinks(options: PendingLinksOptions): PendingLinks {
  const { pool, completion, passwords, limits } = options;
  const cookie = browserCookie(options.cookies, 'github_link');
  const tokenOf = (request: FastifyRequest) => cookie.read(request.headers.cookie);

  return {
    async open(userId, { id, name, email }) {
      const data: GithubAccount = { githubId: id, githubName: name };
      const token = await openChallenge(pool, {
        purpose: 'github-link',
        userId,
        data,
        minutes: PENDING_LINK_MINUTES,
      });
      const answer = Response.json({ link: { email } });
      return withCookies(answer, cookie.planted(token, PENDING_LINK_MINUTES * 60));
    },

    async methods(request) {
      const pending = await readChallenge(pool, 'github-link', tokenOf(request));
      return pending ? Response.json({ methods: ['password'] }) : OVER();
    },

    async link(request, password) {
      if (typeof password !== 'string' || password === '') {
        return answerOf(refuseField('password'));
      }
      const token = tokenOf(request);
      const pending = await readChallenge<GithubAccount>(pool, 'github-link', token);
      const email = pending?.userId ? await passwords.emailOf(pending.userId) : null;
      if (email === null) {
        return OVER();
      }
      const attempt = await limits.begin(request, email);
      if ('waitSeconds' in attempt) {
        return refuseTooMany(attempt.waitSeconds);
      }
      const counted = await attemptChallenge<GithubAccount>(pool, {
        purpose: 'github-link',
        token,
        attemptsMost: ATTEMPTS_MOST,
      });
      if (!counted?.userId) {
        return OVER();
      }
      const passwordMark = await passwords.markOf(counted.userId);
      if (!(await isRight(counted.userId, password, attempt))) {
        return refuse(403, 'INVALID_PASSWORD', 'This is not the password of that account.');
      }
      return finish(request, token, counted.userId, passwordMark, counted.data);
    },

    async cancel(request) {
      await takeChallenge(pool, 'github-link', tokenOf(request));
    },
    cookieRemoved: cookie.removed,
  };

  /** A right password does not count as an attempt, nor one that nobody could judge. */
  async function isRight(userId: string, password: string, attempt: AllowedAttempt): Promise<boolean> {
    try {
      const isIt = await passwords.isRight(userId, password, attempt.visitor);
      if (isIt) {
        await attempt.forgive();
      }
      return isIt;
    } catch (error) {
      await attempt.forgive();
      throw error;
    }
  }

  async function finish(
    request: FastifyRequest,
    token: string | null,
    userId: string,
    passwordMark: string,
    account: GithubAccount,
  ): Promise<Response> {
    if (!(await takeChallenge(pool, 'github-link', token))) {
      return OVER();
    }
    const answer = await completion.complete(request, {
      userId,
      remember: true,
      passwordMark,
      link: account,
    });
    return withCookies(answer, cookie.removed);
  }
}

const OVER = () =>
  refuse(400, 'LINK_OVER', 'This linking is over. Please sign in with GitHub again to begin anew.');
