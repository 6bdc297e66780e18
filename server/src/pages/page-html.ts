import { FIRST_SCREEN_ID } from '@perkex/contract/first-screen.js';
import { dataBlock } from './html.js';
import type { Page } from './page.js';
import { headHtml } from './page-head.js';
import { fillTemplate, type PageTemplate } from './page-template.js';
import type { Theme } from './theme.js';

/** A page as it is sent. */
export function pageHtml(
  template: PageTemplate,
  { head, firstScreen }: Page,
  theme: Theme | null,
  publicUrl: string,
): string {
  return fillTemplate(template, {
    theme,
    head: headHtml(head, publicUrl),
    firstScreen: firstScreen ? dataBlock('application/json', firstScreen, FIRST_SCREEN_ID) : '',
  });
}
