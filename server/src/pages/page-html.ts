import { FIRST_SCREEN_ID } from '@perkex/contract/first-screen.js';
import { IDENTITY_SETUP_ID, type IdentitySetup } from '@perkex/contract/identity-setup.js';
import type { Theme } from '@perkex/contract/theme.js';
import { dataBlock } from '../html/elements.js';
import type { Page } from './page.js';
import { headHtml } from './page-head.js';
import { fillTemplate } from './page-template.js';
import type { WebBuild } from './web-build.js';

interface PageSetting {
  readonly theme: Theme | null;
  readonly publicUrl: string;
  readonly identity: IdentitySetup;
}

/** A page as it is sent. */
export function pageHtml(
  { template, skeletons }: WebBuild,
  { head, skeleton, firstScreen }: Page,
  { theme, publicUrl, identity }: PageSetting,
): string {
  const data = [
    dataBlock('application/json', identity, IDENTITY_SETUP_ID),
    ...(firstScreen ? [dataBlock('application/json', firstScreen, FIRST_SCREEN_ID)] : []),
  ];
  return fillTemplate(template, {
    theme,
    head: `${headHtml(head, publicUrl)}\n    <style>${skeletons.css}</style>`,
    skeleton: skeletons.htmlOf[skeleton],
    data: data.join('\n    '),
  });
}
