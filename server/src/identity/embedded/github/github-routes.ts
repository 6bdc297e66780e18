import { GITHUB_RETURNED } from '@perkex/contract/identity-setup.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limitedAddress } from '../../../http/client-address.js';
import { type LimitMaker, MINUTE_SECONDS } from '../limits/attempt-limits.js';
import { asFields } from '../passwords/credentials.js';
import { refuse, refuseTooMany } from '../refusals.js';
import { identityCalls } from '../service/identity-calls.js';
import { BASE_PATH } from '../service/identity-service.js';
import type { PendingLinks } from './github-link.js';
import type { GithubReturn, GithubSignIn } from './github-sign-in.js';

const CALLS_A_MINUTE = 30;
const HIDDEN = { schema: { hide: true } };

export const GITHUB_CALLBACK = `${BASE_PATH}/github/callback`;
const RETURN_SCRIPT = `${BASE_PATH}/github/return.js`;

export interface GithubRoutesOptions {
  /** Null: GitHub is not set up here. */
  readonly github: { readonly signIn: GithubSignIn; readonly links: PendingLinks } | null;
  readonly publicUrl: string;
  readonly limit: LimitMaker;
}

/** The calls of the sign-in with GitHub, and the page on which its popup ends. */
export function githubRoutes(scope: FastifyInstance, { github, publicUrl, limit }: GithubRoutesOptions) {
  const calls = limit('calls for GitHub', CALLS_A_MINUTE, MINUTE_SECONDS);
  const { get, post } = identityCalls(scope, publicUrl);

  /** Within the limit, and where GitHub is set up. */
  const withGithub =
    (answer: (setUp: NonNullable<typeof github>, request: FastifyRequest) => Promise<Response>) =>
    async (request: FastifyRequest): Promise<Response> => {
      const waitSeconds = await calls.take(limitedAddress(request.ip));
      if (waitSeconds !== null) {
        return refuseTooMany(waitSeconds);
      }
      return github ? answer(github, request) : refuse(404, 'GITHUB_NOT_SET_UP', NOT_SET_UP);
    };

  post(
    '/github/start',
    'Begin a sign-in with GitHub: the address for its popup',
    withGithub(async ({ signIn }, request) =>
      isAtPublicUrl(request, publicUrl)
        ? signIn.start(request)
        : refuse(400, 'OTHER_ADDRESS', `Sign-in with GitHub works at ${publicUrl} only.`),
    ),
  );
  post(
    '/github/finish',
    'End a sign-in whose popup has come back',
    withGithub(({ signIn }, request) => signIn.finish(request)),
  );
  post(
    '/github/cancel',
    'Give a sign-in with GitHub up',
    withGithub(({ signIn }, request) => signIn.cancel(request)),
  );
  get(
    '/github/link',
    'The ways to log in to the account of the link under way',
    withGithub(({ links }, request) => links.methods(request)),
  );
  post(
    '/github/link',
    'Link GitHub with the account of its e-mail, by {password}',
    withGithub(({ links }, request) => links.link(request, asFields(request.body).password)),
  );

  scope.get(GITHUB_CALLBACK, { ...HIDDEN, exposeHeadRoute: false }, async (request, reply) => {
    await github?.signIn.noteReturn(request, request.query as GithubReturn);
    return sendReturnPage(reply);
  });
  scope.get(RETURN_SCRIPT, HIDDEN, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(RETURN_SCRIPT_TEXT),
  );
}

const NOT_SET_UP = 'GitHub sign-in is not set up here.';

/** GitHub sends people back to the public address: a cookie of another name of this machine would not be there. */
function isAtPublicUrl({ headers: { origin } }: FastifyRequest, publicUrl: string): boolean {
  return origin === undefined || origin === new URL(publicUrl).origin;
}

/**
 * The end of the popup. The policy on openers is the one of GitHub's own pages: with ours, the way from there to here
 * would cut the popup off from the page that waits for it. The address holds GitHub's code, which no referrer repeats.
 */
function sendReturnPage(reply: FastifyReply): FastifyReply {
  return reply
    .headers({
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'unsafe-none',
      'referrer-policy': 'no-referrer',
    })
    .type('text/html; charset=utf-8')
    .send(RETURN_PAGE);
}

const RETURN_PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>PerkeX</title>
<script src="${RETURN_SCRIPT}"></script></head>
<body><p>You can close this window and go on in PerkeX.</p></body>
</html>
`;

/** Says that the popup is back, and nothing else: whoever opened it asks the server what came of it. */
const RETURN_SCRIPT_TEXT = `history.replaceState(null, '', location.pathname);
if (window.opener) {
  window.opener.postMessage(${JSON.stringify({ type: GITHUB_RETURNED })}, location.origin);
}
window.close();
`;
