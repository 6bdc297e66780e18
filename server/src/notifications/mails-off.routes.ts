import { MAILS_OFF_PATH } from '@perkex/contract/notifications.js';
import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import type { MailKind } from '@perkex/core/notifications/notifications.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { DEMO_NOTICE } from '../html/demo-notice.js';
import { escapeHtml } from '../html/escape-html.js';
import { saveMailChoice } from './notification-mail-choices.js';
import type { NotificationMails } from './notification-mails.js';

const HIDDEN = { schema: { hide: true } };
const BODY_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data'];
const LONGEST_TOKEN = 1_000;

const WHAT: Readonly<Record<MailKind, string>> = {
  trade: 'what you have sold or bought',
  outbid: 'bids of yours that were outbid',
  undercut: 'asks of yours that were undercut',
  removed: 'orders of yours that PerkeX has removed',
  expiring: 'orders of yours that expire within a day',
  alert: 'asks at the prices of your alerts',
  release: 'releases of sneakers that you watch',
  deal: 'news of your deals',
  close: 'the close of each day of the market',
};

interface MailsOffOptions {
  readonly pool: pg.Pool;
  readonly mails: NotificationMails;
  /** True for a demonstration market, which every page mentions. */
  readonly isDemo: boolean;
}

/**
 * The page behind the link of a mail (RFC 8058). It needs no login. A POST by its button or by a mail program turns the
 * mails off. A GET changes nothing, because mail scanners open links.
 */
export function mailsOffRoutes(app: FastifyInstance, { pool, mails, isDemo }: MailsOffOptions): void {
  const { tokens } = mails;
  const sendPage = (reply: FastifyReply, page: Page) =>
    reply
      .status(page.status)
      .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
      .type('text/html; charset=utf-8')
      .send(htmlOf(page, isDemo ? DEMO_NOTICE : ''));
  app.register(async (scope) => {
    // The body of a POST is ignored. The address holds the token.
    scope.addContentTypeParser(BODY_TYPES, { parseAs: 'string' }, (_request, _body, done) => done(null));
    scope.get(MAILS_OFF_PATH, HIDDEN, async (request, reply) => {
      const asked = tokens.read(tokenOf(request));
      return sendPage(reply, asked ? questionPage(asked.kind, tokenOf(request)) : UNKNOWN_PAGE);
    });
    scope.post(MAILS_OFF_PATH, HIDDEN, async (request, reply) => {
      const asked = tokens.read(tokenOf(request));
      if (!asked) {
        return sendPage(reply, UNKNOWN_PAGE);
      }
      // An erased account gets no mails, so no row is stored for it.
      if (await mails.canReach(asked.userId)) {
        await saveMailChoice(pool, asked.userId, asked.kind, false);
      }
      return sendPage(reply, donePage(asked.kind));
    });
  });
}

function tokenOf({ query }: FastifyRequest): string {
  const { token } = query as { readonly token?: unknown };
  return typeof token === 'string' && token.length <= LONGEST_TOKEN ? token : '';
}

interface Page {
  readonly status: number;
  readonly title: string;
  readonly content: string;
}

const SETTINGS_LINK = `<a href="${PAGE_PATHS.settings}">your settings</a>`;

const UNKNOWN_PAGE: Page = {
  status: 404,
  title: 'This link is not complete',
  content: `<p>Open it from the mail once more, or choose your mails in ${SETTINGS_LINK}.</p>`,
};

function questionPage(kind: MailKind, token: string): Page {
  return {
    status: 200,
    title: 'Turn these mails off?',
    content: `<p>You will get no more mails about ${WHAT[kind]}.</p>
<form method="post" action="${escapeHtml(`${MAILS_OFF_PATH}?token=${encodeURIComponent(token)}`)}">
<button>Turn them off</button>
</form>`,
  };
}

function donePage(kind: MailKind): Page {
  return {
    status: 200,
    title: 'These mails are off',
    content: `<p>You get no more mails about ${WHAT[kind]}. To turn them on again, go to ${SETTINGS_LINK}.</p>`,
  };
}

function htmlOf({ title, content }: Page, notice: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} | PerkeX</title>
<style>${STYLE}</style>
</head>
<body>
${notice}
<main>
<p><a href="${PAGE_PATHS.home}" class="brand">Perke<span>X</span></a></p>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
}

/** The colours of the site (`web/src/theme.css`). */
const STYLE = `:root{color-scheme:light dark}
body{margin:0;background:light-dark(#fff,#0b0b0c);color:light-dark(#0c0c0d,#f5f5f3);font:16px/1.5 Inter,system-ui,Arial,sans-serif}
aside{padding:.25rem 1rem;background:#c8f53c;color:#0c0c0d;font-size:.8125rem;text-align:center}
main{max-width:36rem;margin:0 auto;padding:2rem 1rem}
h1{font-size:1.75rem;line-height:1.15}
a{color:inherit}
.brand{font-weight:900;font-size:1.25rem;text-decoration:none}
.brand span{margin-left:2px;padding:0 6px;border-radius:5px;background:#c8f53c;color:#0c0c0d}
button{min-height:44px;padding:8px 16px;border:0;border-radius:8px;background:light-dark(#0c0c0d,#f5f5f3);color:light-dark(#fff,#0b0b0c);font:inherit;font-weight:600;cursor:pointer}`;
