import { DEALS_MARK_ID } from '@perkex/contract/deals-mark.js';
import { FIRST_SCREEN_ID } from '@perkex/contract/first-screen.js';
import { IDENTITY_SETUP_ID, type IdentitySetup } from '@perkex/contract/identity-setup.js';
import type { ProviderName } from '@perkex/contract/payment-setup.js';
import { PAGE_CODE_ID } from '@perkex/contract/rendered-page.js';
import type { Theme } from '@perkex/contract/theme.js';
import { announcementHtml } from '../html/announcement.js';
import { DEMO_NOTICE } from '../html/demo-notice.js';
import { dataBlock, jsonBlock } from '../html/elements.js';
import type { Page } from './page.js';
import { headHtml } from './page-head.js';
import { codeLinks } from './page-links.js';
import type { PageBody } from './page-renderer.js';
import { fillTemplate } from './page-template.js';
import type { WebBuild } from './web-build.js';

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

/** The HTML of a page. */
export function pageHtml(
  { template, css }: WebBuild,
  { head, code }: Page,
  { html, queries }: PageBody,
  { announcement, theme, publicUrl, identity, isDemo, hasDeals, payments }: PageSetting,
): string {
  const links =
    queries !== null ? head.links : [...head.links, ...codeLinks([...code.needed, ...code.forUsers])];
  const data = [
    dataBlock('application/json', identity, IDENTITY_SETUP_ID),
    ...(hasDeals ? [dataBlock('application/json', payments, DEALS_MARK_ID)] : []),
    ...(queries !== null
      ? [
          jsonBlock('application/json', queries, FIRST_SCREEN_ID),
          dataBlock('application/json', code, PAGE_CODE_ID),
        ]
      : []),
  ];
  return fillTemplate(template, {
    theme,
    head: `${headHtml({ ...head, links }, publicUrl)}\n    <style>${css}</style>`,
    notice: `${isDemo ? DEMO_NOTICE : ''}${announcement === null ? '' : announcementHtml(announcement)}`,
    body: html,
    data: data.join('\n    '),
  });
}
