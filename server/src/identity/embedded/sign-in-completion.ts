import type { SecondFactorDemand } from '@perkex/contract/identity.js';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { openChallenge } from './challenges.js';
import { type BrowserCookie, browserCookie, type CookieNaming } from './cookies.js';
import type { GithubAccount } from './github/github-users.js';
import { refuse, withCookies } from './refusals.js';
import type { SecondFactorDemands } from './second-factor/second-factor-demands.js';
import type { SessionCookies } from './sessions/session-cookie.js';
import { startSession } from './sessions/sessions.js';

/** How long a browser that has given the first proof may take for the second. */
const SECOND_FACTOR_MINUTES = 10;

/** What a sign-in does when every proof is given; a second step finds it in its challenge. */
export interface SignInPlan {
  /** Whether the session outlives the browser's. */
  readonly remember: boolean;
  /** The mark of the password of the moment of the first proof: a new one makes the sign-in void. */
  readonly passwordMark: string;
  /** The GitHub account that becomes the user's with this sign-in. */
  readonly link?: GithubAccount;
}

/** Somebody who has given a good first proof. */
export interface ProvenUser extends SignInPlan {
  readonly userId: string;
}

export interface SignInCompletion {
  /** Answers a good first proof (`SignInAnswer`): with a session, or with the demand for a second factor. */
  complete(request: FastifyRequest, user: ProvenUser): Promise<Response>;
  /** Asks this browser for the second factor. */
  challenge(user: ProvenUser, demand: SecondFactorDemand): Promise<Response>;
  /** All proofs are given: links what waits for it, and starts the session. A refusal when either cannot be. */
  end(request: FastifyRequest, user: ProvenUser): Promise<Response>;
}

export function secondFactorCookie(cookies: CookieNaming): BrowserCookie {
  return browserCookie(cookies, 'second_factor');
}

export interface SignInCompletionOptions {
  readonly pool: pg.Pool;
  readonly cookies: CookieNaming;
  readonly demands: SecondFactorDemands;
  readonly sessions: SessionCookies;
  /** Makes a GitHub account the user's. @returns a refusal, or null */
  readonly linkGithub: (userId: string, account: GithubAccount) => Promise<Response | null>;
}

export function signInCompletion(options: SignInCompletionOptions): SignInCompletion {
  const { pool, demands, sessions, linkGithub } = options;
  const cookie = secondFactorCookie(options.cookies);

  async function challenge({ userId, ...plan }: ProvenUser, demand: SecondFactorDemand): Promise<Response> {
    const token = await openChallenge<SignInPlan>(pool, {
      purpose: 'second-factor',
      userId,
      data: plan,
      minutes: SECOND_FACTOR_MINUTES,
    });
    const headers = { 'set-cookie': cookie.planted(token, SECOND_FACTOR_MINUTES * 60) };
    return Response.json({ secondFactor: demand }, { headers });
  }

  async function end(request: FastifyRequest, user: ProvenUser): Promise<Response> {
    const refusal = user.link ? await linkGithub(user.userId, user.link) : null;
    if (refusal) {
      return refusal;
    }
    const { userId, passwordMark: mark, remember } = user;
    const browser = sessions.browserOf(request, remember);
    const token = await startSession(pool, { userId, mark, browser });
    return token === null
      ? refuse(401, 'SIGN_IN_OVER', 'The password was changed meanwhile. Please log in again.')
      : withCookies(Response.json({ user: { id: userId } }), ...sessions.planted(token, remember));
  }

  return {
    challenge,
    end,
    async complete(request, user) {
      const demand = await demands.demandOf(user.userId, request.headers.cookie);
      return demand ? challenge(user, demand) : end(request, user);
    },
  };
}
