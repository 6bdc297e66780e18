import { createHash } from 'node:crypto';
import { DEALS_MARK_ID } from '@perkex/contract/deals-mark.js';
import { IDENTITY_SETUP_ID, type IdentitySetup } from '@perkex/contract/identity-setup.js';
import type { ProviderName } from '@perkex/contract/payment-setup.js';
import { PAGE_CODE_ID } from '@perkex/contract/rendered-page.js';
import type { Theme } from '@perkex/contract/theme.js';
import { DEMO_NOTICE } from '../html/demo-notice.js';
import { dataBlock } from '../html/elements.js';
import { escapeHtml } from '../html/escape-html.js';
import type { Page } from './page.js';
import { headHtml } from './page-head.js';
import { codeLinks } from './page-links.js';
import type { PageBody } from './page-renderer.js';
import { fillTemplate } from './page-template.js';
import type { WebBuild } from './web-build.js';

const ID_LENGTH = 16;

interface PageSetting {
  /** A sentence above the page; null for none. */
  readonly announcement: string | null;
  readonly theme: Theme | null;
  readonly publicUrl: string;
  readonly identity: IdentitySetup;
  /** True for a demonstration market, which every page mentions. */
  readonly isDemo: boolean;
  /** True once deals have started. */
  readonly hasDeals: boolean;
  /** The payment provider; null without payments. */
  readonly payments: ProviderName | null;
}

/** The HTML of a page, in UTF-8. */
export function pageHtml(
  { template, css }: WebBuild,
  { head, code }: Page,
  { html, data }: PageBody,
  { announcement, theme, publicUrl, identity, isDemo, hasDeals, payments }: PageSetting,
): Buffer {
  const links =
    data !== null ? head.links : [...head.links, ...codeLinks([...code.needed, ...code.forUsers])];
  const blocks = [
    dataBlock('application/json', identity, IDENTITY_SETUP_ID),
    ...(hasDeals ? [dataBlock('application/json', payments, DEALS_MARK_ID)] : []),
    ...(data !== null ? [data, dataBlock('application/json', code, PAGE_CODE_ID)] : []),
  ];
  return fillTemplate(template, {
    theme,
    head: [headHtml({ ...head, links }, publicUrl), '\n    <style>', css, '</style>'],
    notice: [isDemo ? DEMO_NOTICE : '', announcement === null ? '' : announcementHtml(announcement)],
    body: [html],
    data: blocks.flatMap((block, index) => (index === 0 ? [block] : ['\n    ', block])),
  });
}

/**
 * An announcement above a page. The script of the template removes it before anything is drawn in a browser where it
 * was dismissed, which remembers its id: another text is another announcement. It has no link, so that the link to the
 * content stays the first one of a page.
 */
function announcementHtml(text: string): string {
  const id = createHash('sha256').update(text).digest('base64url').slice(0, ID_LENGTH);
  return (
    `<aside id="announcement" class="announcement" data-id="${id}" aria-label="Announcement"><p>${escapeHtml(text)}</p>` +
    '<button type="button" aria-label="Dismiss the announcement">×</button></aside>'
  );
}
