import type { SignInAnswer } from '@perkex/contract/identity.js';
import type { IdentityProblemCode } from '@perkex/contract/identity-calls.js';
import { isRefusal, type Refusal } from '../../../http/problems.js';
import { originOf } from '../base/account-events.js';
import { type AnswerIdentityCall, type Asked, refuseTooMany } from '../base/answering.js';
import { Challenges } from '../base/challenges.js';
import type { IdentityContext } from '../base/context.js';
import type { SignInLimits } from '../base/sign-in-limits.js';
import { hashOf, newToken, sameText } from '../base/tokens.js';
import { emailOfUser, passwordHashOf, passwordMark } from '../base/users.js';
import { type GithubClient, GithubError, type ProvenProfile } from '../github/github-client.js';
import { createGithubUser, findGithubOwner, type GithubAccount } from '../github/github-users.js';
import { MINUTE_SECONDS } from '../limits/attempt-limits.js';
import { isRightPassword } from '../passwords/judged-password.js';
import type { SignInCompletion, StartRefusal } from './completion.js';

const CALLS_A_MINUTE = 30;
const SIGN_IN_MINUTES = 10;
const LINK_MINUTES = 10;
const PASSWORDS_OF_A_LINK = 5;
const CODE_FORMAT = /^[\w.~-]{1,200}$/;
const DENIED_THERE = 'access_denied';

/** The server's state of an open popup. */
interface GithubAttempt {
  readonly state: string;
  /** The verifier of the PKCE challenge. */
  readonly verifier: string;
  /** How GitHub redirected the popup back. */
  readonly outcome?: { readonly code: string } | { readonly error: string };
}

/** Records GitHub's redirect, if this browser has started that sign-in. */
export type NoteGithubReturn = (cookieHeader: string | undefined, query: GithubReturn) => Promise<void>;

/** The query of the redirect, which is untrusted. */
export interface GithubReturn {
  readonly state: unknown;
  readonly code: unknown;
  readonly error: unknown;
}

/**
 * The sign-in with GitHub (section 4, "Auth") in three steps. The popup only carries GitHub's code to the server, and
 * nothing happens until the page that opened it asks for the result: a popup that was closed or replaced has no effect.
 *
 * If the verified e-mail of a GitHub account has an account here, linking requires its password. Nothing is linked
 * automatically. The link is bound to the browser that came from GitHub, and works once, for 10 minutes and five
 * attempts.
 */
export function githubSignIn(
  answer: AnswerIdentityCall,
  context: IdentityContext,
  { completion, limits }: { readonly completion: SignInCompletion; readonly limits: SignInLimits },
  /** Null when GitHub is not configured. */
  client: GithubClient | null,
): { readonly noteReturn: NoteGithubReturn } {
  const { pool, cookies, publicUrl, semaphore, log } = context;
  const attempts = new Challenges<GithubAttempt>(pool, 'github');
  const links = new Challenges<GithubAccount>(pool, 'github-link');
  const calls = context.limit('calls for GitHub', CALLS_A_MINUTE, MINUTE_SECONDS);
  const tokenOf = ({ request }: Asked) => cookies.github.read(request.headers.cookie);
  const linkTokenOf = ({ request }: Asked) => cookies.githubLink.read(request.headers.cookie);

  /** Applies the limit, and refuses when GitHub is not configured. */
  const withGithub =
    <Body, Answer>(answer: (github: GithubClient, asked: Asked<Body>) => Promise<Answer>) =>
    async (asked: Asked<Body>): Promise<Answer | Refusal<'TOO_MANY_REQUESTS' | 'GITHUB_NOT_SET_UP'>> => {
      const waitSeconds = await calls.take(asked.address);
      if (waitSeconds !== null) {
        return refuseTooMany(waitSeconds);
      }
      return client ? answer(client, asked) : { refused: 'GITHUB_NOT_SET_UP' };
    };

  async function finish(
    github: GithubClient,
    asked: Asked,
  ): Promise<SignInAnswer | Refusal<IdentityProblemCode<'finishGithub'>>> {
    const attempt = (await attempts.take(tokenOf(asked)))?.data;
    cookies.github.remove(asked.reply);
    if (!attempt?.outcome) {
      return { refused: 'GITHUB_NOT_FINISHED' };
    }
    if ('error' in attempt.outcome) {
      return { refused: attempt.outcome.error === DENIED_THERE ? 'GITHUB_DENIED' : 'GITHUB_NO_ANSWER' };
    }
    try {
      const profile = await github.profileOf(attempt.outcome.code, attempt.verifier);
      const { email } = profile;
      return email === null ? { refused: 'GITHUB_NO_EMAIL' } : await signIn(asked, { ...profile, email });
    } catch (error) {
      if (!(error instanceof GithubError)) {
        throw error;
      }
      log.warn({ requestId: asked.request.id, err: error }, 'identity: GitHub did not answer as it should');
      return { refused: 'GITHUB_NO_ANSWER' };
    }
  }

  async function signIn(
    asked: Asked,
    profile: ProvenProfile,
  ): Promise<SignInAnswer | Refusal<IdentityProblemCode<'finishGithub'>>> {
    const owner = await findGithubOwner(pool, profile);
    switch (owner.type) {
      case 'known':
        return complete(asked, owner.userId);
      case 'password-account':
        return openLink(asked, owner.userId, profile);
      case 'taken':
        return { refused: 'GITHUB_OTHER_ACCOUNT' };
      case 'unknown': {
        const userId = await createGithubUser(pool, profile, originOf(asked.request));
        // The e-mail was taken at this very moment: a second lookup finds its owner.
        return userId === null ? { refused: 'GITHUB_NOT_FINISHED' } : complete(asked, userId);
      }
    }
  }

  async function complete(asked: Asked, userId: string): Promise<SignInAnswer | StartRefusal> {
    const mark = passwordMark(await passwordHashOf(pool, userId));
    return completion.complete(asked, { userId, remember: true, passwordMark: mark, proofs: ['github'] });
  }

  async function openLink({ reply }: Asked, userId: string, { id, name, email }: ProvenProfile) {
    const token = await links.open(userId, { githubId: id, githubName: name }, LINK_MINUTES);
    cookies.githubLink.plant(reply, token, LINK_MINUTES * 60);
    return { link: { email } };
  }

  async function link(
    asked: Asked<{ readonly password: string }>,
  ): Promise<SignInAnswer | Refusal<IdentityProblemCode<'linkGithub'>>> {
    const token = linkTokenOf(asked);
    const pending = await links.read(token);
    const email = pending?.userId ? await emailOfUser(pool, pending.userId) : null;
    if (email === null) {
      return LINK_OVER;
    }
    const attempt = await limits.begin(asked, email);
    if (isRefusal(attempt)) {
      return attempt;
    }
    const counted = await links.attempt(token, PASSWORDS_OF_A_LINK);
    if (!counted?.userId) {
      return LINK_OVER;
    }
    const { userId, data } = counted;
    const hash = await passwordHashOf(pool, userId);
    if (!(await isRightPassword(semaphore, attempt, hash, asked.body.password))) {
      return { refused: 'INVALID_PASSWORD', detail: 'This is not the password of that account.' };
    }
    if (!(await links.take(token))) {
      return LINK_OVER;
    }
    cookies.githubLink.remove(asked.reply);
    return completion.complete(asked, {
      userId,
      remember: true,
      passwordMark: passwordMark(hash),
      proofs: ['github', 'password'],
      link: data,
    });
  }

  // Starts a sign-in, and discards this browser's previous one.
  answer(
    'startGithub',
    withGithub(async (github, asked) => {
      if (!isAtPublicUrl(asked, publicUrl)) {
        const detail = `Sign-in with GitHub works at ${publicUrl} only.`;
        return { refused: 'OTHER_ADDRESS', detail } as const;
      }
      await attempts.take(tokenOf(asked));
      const attempt: GithubAttempt = { state: newToken(), verifier: newToken() };
      const token = await attempts.open(null, attempt, SIGN_IN_MINUTES);
      cookies.github.plant(asked.reply, token, SIGN_IN_MINUTES * 60);
      const challenge = hashOf(attempt.verifier);
      return { url: github.authorizeUrl({ state: attempt.state, challenge }) };
    }),
  );

  answer('finishGithub', withGithub(finish));

  answer(
    'cancelGithub',
    withGithub(async (_github, asked) => {
      await attempts.take(tokenOf(asked));
      await links.take(linkTokenOf(asked));
      cookies.github.remove(asked.reply);
      cookies.githubLink.remove(asked.reply);
      return { status: true };
    }),
  );

  answer(
    'linkMethods',
    withGithub(async (_github, asked) => {
      const pending = await links.read(linkTokenOf(asked));
      return pending ? { methods: ['password'] } : LINK_OVER;
    }),
  );

  answer(
    'linkGithub',
    withGithub((_github, asked) => link(asked)),
  );

  return {
    async noteReturn(cookieHeader, { state, code, error }) {
      const token = client && cookies.github.read(cookieHeader);
      const attempt = await attempts.read(token);
      if (!attempt || typeof state !== 'string' || !sameText(state, attempt.data.state)) {
        return;
      }
      const outcome =
        typeof code === 'string' && CODE_FORMAT.test(code)
          ? { code }
          : { error: error === DENIED_THERE ? DENIED_THERE : 'unknown' };
      await attempts.amend(token, { outcome });
    },
  };
}

const LINK_OVER: Refusal<'LINK_OVER'> = { refused: 'LINK_OVER' };

/** GitHub redirects to the public address: a cookie set under another name of this machine would be missing there. */
function isAtPublicUrl({ request }: Asked, publicUrl: string): boolean {
  const { origin } = request.headers;
  return origin === undefined || origin === new URL(publicUrl).origin;
}
