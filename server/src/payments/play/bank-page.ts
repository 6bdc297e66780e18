import { createHash } from 'node:crypto';
import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import { escapeHtml } from '../../html/escape-html.js';
import type { Intent } from './stand-in-objects.js';

const STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; --line: #767676; }
  body { margin: 0; }
  main { max-width: 28rem; margin: 0 auto; padding: 2rem 1rem; }
  h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.2; }
  .note { margin: 0 0 1.5rem; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 0.5rem; }
  .amount { font-size: 2rem; font-weight: 700; line-height: 1.2; margin: 0 0 1.5rem; }
  form { display: flex; flex-wrap: wrap; gap: 0.75rem; margin: 0 0 1.5rem; }
  button { flex: 1 1 12rem; min-height: 2.75rem; padding: 0.5rem 1rem; font: inherit; font-weight: 600;
    border: 1px solid CanvasText; border-radius: 0.5rem; background: Canvas; color: CanvasText; cursor: pointer; }
  button.strong { background: CanvasText; color: Canvas; }
  a { display: inline-flex; min-height: 2.75rem; align-items: center; color: inherit; }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** The page has neither scripts nor anything to load. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join(';');

/** The page of the buyer's bank, which asks for a confirmation (3-D Secure). It works without JavaScript. */
export function bankPage(intent: Intent): string {
  const amount = `${(intent.amount / 100).toFixed(2)} ${intent.currency.toUpperCase()}`;
  const isOpen = intent.status === 'requires_action';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${isOpen ? 'Confirm your payment' : 'Nothing to confirm'} | Test bank</title>
<style>${STYLE}</style>
</head>
<body>
<main>
  <h1>${isOpen ? 'Do you want to pay PerkeX?' : 'Nothing to confirm'}</h1>
  <p class="note">This is a test bank for play money. Nothing is charged.</p>
  ${isOpen ? question(amount) : '<p>This payment no longer needs your confirmation.</p>'}
  ${wayBack(intent, isOpen)}
</main>
</body>
</html>
`;
}

function question(amount: string): string {
  return `<p class="amount">${amount}</p>
  <form method="post">
    <button class="strong" name="answer" value="accept">Pay ${amount}</button>
    <button name="answer" value="refuse">Refuse</button>
  </form>`;
}

/** Once it is answered, the payment no longer names the page that it came from. */
function wayBack({ next_action: action }: Intent, isOpen: boolean): string {
  const url = action?.redirect_to_url?.return_url;
  return isOpen && url
    ? `<a href="${escapeHtml(url)}">Go back without an answer</a>`
    : `<a href="${PAGE_PATHS.buying}">Back to your purchases</a>`;
}
