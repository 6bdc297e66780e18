import type { SecondFactorDemand } from '@perkex/contract/identity.js';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { openChallenge } from './challenges.js';
import { type BrowserCookie, browserCookie } from './cookies.js';
import type { StartSession } from './service/identity-service.js';
import type { CookieNaming } from './sessions/session-cookie.js';

/** How long a browser that has given the first proof may take for the second. */
export const SECOND_FACTOR_MINUTES = 10;

/** Whether a user has to prove a sign-in a second time. */
export interface SecondFactorDemands {
  /**
   * What the user has to prove besides; null when nothing is turned on, or this browser is trusted. Rejects when the
   * database fails.
   */
  demandOf(userId: string, cookieHeader: string | undefined): Promise<SecondFactorDemand | null>;
}

/** Somebody who has given a good first proof. */
export interface ProvenUser {
  readonly userId: string;
  /** Whether the session outlives the browser's. */
  readonly remember: boolean;
}

/** What the second step of a sign-in has to know of the first. */
export interface SecondFactorChallenge {
  readonly remember: boolean;
}

export interface SignInCompletion {
  /** Answers a good first proof (`SignInAnswer`): with a session, or with the demand for a second factor. */
  complete(request: FastifyRequest, user: ProvenUser): Promise<Response>;
  /** Asks this browser for the second factor. */
  challenge(user: ProvenUser, demand: SecondFactorDemand): Promise<Response>;
}

export function secondFactorCookie(cookies: CookieNaming): BrowserCookie {
  return browserCookie(cookies, 'second_factor');
}

export interface SignInCompletionOptions {
  readonly pool: pg.Pool;
  readonly cookies: CookieNaming;
  readonly demands: SecondFactorDemands;
  readonly startSession: StartSession;
}

export function signInCompletion({
  pool,
  cookies,
  demands,
  startSession,
}: SignInCompletionOptions): SignInCompletion {
  const cookie = secondFactorCookie(cookies);

  async function challenge({ userId, remember }: ProvenUser, demand: SecondFactorDemand): Promise<Response> {
    const data: SecondFactorChallenge = { remember };
    const token = await openChallenge(pool, {
      ...{ purpose: 'second-factor', userId, data },
      minutes: SECOND_FACTOR_MINUTES,
    });
    const headers = { 'set-cookie': cookie.planted(token, SECOND_FACTOR_MINUTES * 60) };
    return Response.json({ secondFactor: demand }, { headers });
  }

  return {
    challenge,
    async complete(request, user) {
      const demand = await demands.demandOf(user.userId, request.headers.cookie);
      return demand ? challenge(user, demand) : startSession(request, user);
    },
  };
}
