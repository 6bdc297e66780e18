import { GITHUB_RETURNED } from '@perkex/contract/identity-setup.js';
import type { FastifyInstance } from 'fastify';
import type { GithubReturn, NoteGithubReturn } from './github-sign-in.js';

const HIDDEN = { schema: { hide: true } };

export const GITHUB_CALLBACK = '/api/auth/github/callback';
const RETURN_SCRIPT = '/api/auth/github/return.js';

/**
 * The page on which GitHub's popup ends. Its opener policy is that of GitHub's own pages: with ours, the navigation
 * back would cut the popup off from the page that waits for it. The address holds GitHub's code, so the page sends no
 * referrer.
 */
export function githubPopup(scope: FastifyInstance, noteReturn: NoteGithubReturn): void {
  scope.get(GITHUB_CALLBACK, { ...HIDDEN, exposeHeadRoute: false }, async ({ headers, query }, reply) => {
    await noteReturn(headers.cookie, query as GithubReturn);
    return reply
      .headers({
        'cache-control': 'no-store',
        'cross-origin-opener-policy': 'unsafe-none',
        'referrer-policy': 'no-referrer',
      })
      .type('text/html; charset=utf-8')
      .send(RETURN_PAGE);
  });
  scope.get(RETURN_SCRIPT, HIDDEN, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(RETURN_SCRIPT_TEXT),
  );
}

const RETURN_PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>PerkeX</title>
<script src="${RETURN_SCRIPT}"></script></head>
<body><p>You can close this window and go on in PerkeX.</p></body>
</html>
`;

/** Only announces that the popup is back: the page that opened it asks the server for the result. */
const RETURN_SCRIPT_TEXT = `history.replaceState(null, '', location.pathname);
if (window.opener) {
  window.opener.postMessage(${JSON.stringify({ type: GITHUB_RETURNED })}, location.origin);
}
window.close();
`;
