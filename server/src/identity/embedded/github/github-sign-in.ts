import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { amendChallenge, openChallenge, readChallenge, takeChallenge } from '../challenges.js';
import { type BrowserCookie, browserCookie, type CookieNaming } from '../cookies.js';
import type { UserPasswords } from '../passwords/user-passwords.js';
import { refuse, withCookies } from '../refusals.js';
import type { SignInCompletion } from '../sign-in-completion.js';
import { hashOf, newToken, sameText } from '../tokens.js';
import { type GithubClient, GithubError, type GithubProfile } from './github-client.js';
import type { PendingLinks } from './github-link.js';
import { createGithubUser, findGithubOwner } from './github-users.js';

const SIGN_IN_MINUTES = 10;
const CODE_FORMAT = /^[\w.~-]{1,200}$/;
const DENIED_THERE = 'access_denied';

/** What the server keeps of a popup that is open. */
interface GithubAttempt {
  readonly state: string;
  /** Of the PKCE challenge. */
  readonly verifier: string;
  /** How GitHub has sent the popup back. */
  readonly outcome?: GithubOutcome;
}

type GithubOutcome = { readonly code: string } | { readonly error: string };

/** What comes back in the popup's address; anybody may have written it. */
export interface GithubReturn {
  readonly state: unknown;
  readonly code: unknown;
  readonly error: unknown;
}

export interface GithubSignInOptions {
  readonly pool: pg.Pool;
  readonly client: GithubClient;
  readonly cookies: CookieNaming;
  readonly completion: SignInCompletion;
  readonly passwords: UserPasswords;
  readonly links: PendingLinks;
  /** Told why GitHub could not be asked. */
  readonly onGithubFault: (error: GithubError) => void;
}

/**
 * The sign-in with GitHub (section 4, "Auth") in three steps. The popup only carries GitHub's code to the server, and
 * nothing happens before the page that opened it asks for the end: a popup that was closed or replaced leaves no trace.
 */
export interface GithubSignIn {
  /** Begins one, and forgets the one before of this browser. @returns `{url}` for the popup */
  start(request: FastifyRequest): Promise<Response>;
  /** Takes down how GitHub has sent the popup back, if this browser has begun that sign-in. */
  noteReturn(request: FastifyRequest, query: GithubReturn): Promise<void>;
  /** @returns a `SignInAnswer`, or a refusal */
  finish(request: FastifyRequest): Promise<Response>;
  cancel(request: FastifyRequest): Promise<Response>;
}

export function githubSignIn(options: GithubSignInOptions): GithubSignIn {
  const { pool, client, completion, passwords, links, onGithubFault } = options;
  const cookie: BrowserCookie = browserCookie(options.cookies, 'github');

  const tokenOf = (request: FastifyRequest) => cookie.read(request.headers.cookie);

  async function complete(request: FastifyRequest, userId: string): Promise<Response> {
    const passwordMark = await passwords.markOf(userId);
    return completion.complete(request, { userId, remember: true, passwordMark });
  }

  async function signIn(request: FastifyRequest, profile: GithubProfile): Promise<Response> {
    const owner = await findGithubOwner(pool, profile);
    switch (owner.type) {
      case 'known':
        return complete(request, owner.userId);
      case 'password-account':
        return links.open(owner.userId, profile);
      case 'taken':
        return OTHER_ACCOUNT();
      case 'unknown': {
        const userId = await createGithubUser(pool, profile);
        // Taken in this very moment: the second look finds by whom.
        return userId === null ? NOT_FINISHED() : complete(request, userId);
      }
    }
  }

  return {
    async start(request) {
      await takeChallenge(pool, 'github', tokenOf(request));
      const attempt: GithubAttempt = { state: newToken(), verifier: newToken() };
      const token = await openChallenge(pool, {
        purpose: 'github',
        userId: null,
        data: attempt,
        minutes: SIGN_IN_MINUTES,
      });
      const challenge = hashOf(attempt.verifier);
      const url = client.authorizeUrl({ state: attempt.state, challenge });
      return withCookies(Response.json({ url }), cookie.planted(token, SIGN_IN_MINUTES * 60));
    },

    async noteReturn(request, { state, code, error }) {
      const token = tokenOf(request);
      const attempt = await readChallenge<GithubAttempt>(pool, 'github', token);
      if (!attempt || typeof state !== 'string' || !sameText(state, attempt.data.state)) {
        return;
      }
      const outcome: GithubOutcome =
        typeof code === 'string' && CODE_FORMAT.test(code)
          ? { code }
          : { error: error === DENIED_THERE ? DENIED_THERE : 'unknown' };
      await amendChallenge(pool, 'github', token, { outcome });
    },

    async finish(request) {
      const attempt = await takeChallenge<GithubAttempt>(pool, 'github', tokenOf(request));
      const answer = await ending(request, attempt?.data ?? null);
      return withCookies(answer, cookie.removed);
    },

    async cancel(request) {
      await takeChallenge(pool, 'github', tokenOf(request));
      await links.cancel(request);
      return withCookies(Response.json({ status: true }), cookie.removed, links.cookieRemoved);
    },
  };

  async function ending(request: FastifyRequest, attempt: GithubAttempt | null): Promise<Response> {
    if (!attempt?.outcome) {
      return NOT_FINISHED();
    }
    if ('error' in attempt.outcome) {
      return attempt.outcome.error === DENIED_THERE ? DENIED() : NO_ANSWER();
    }
    try {
      const profile = await client.profileOf(attempt.outcome.code, attempt.verifier);
      return profile.email === null ? NO_EMAIL() : await signIn(request, profile);
    } catch (error) {
      if (error instanceof GithubError) {
        onGithubFault(error);
        return NO_ANSWER();
      }
      throw error;
    }
  }
}

const NOT_FINISHED = () =>
  refuse(400, 'GITHUB_NOT_FINISHED', 'The sign-in with GitHub was not finished. Please try again.');
const DENIED = () => refuse(400, 'GITHUB_DENIED', 'The sign-in with GitHub was cancelled there.');
const NO_EMAIL = () => refuse(400, 'GITHUB_NO_EMAIL', 'Your GitHub account has no verified primary e-mail.');
const NO_ANSWER = () =>
  refuse(502, 'GITHUB_NO_ANSWER', 'GitHub did not answer as it should. Please try again.');
const OTHER_ACCOUNT = () =>
  refuse(409, 'GITHUB_OTHER_ACCOUNT', 'The account of this e-mail belongs to another GitHub account.');
