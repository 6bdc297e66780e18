import type { FirstScreen } from '@perkex/contract/first-screen.js';
import { PAGES, type PageName, type PageRecord } from '@perkex/contract/pages.js';
import { pathOf } from '@perkex/contract/path-of.js';
import type { PageCode } from '@perkex/contract/rendered-page.js';
import { counted } from '@perkex/core/counted.js';
import type { PageHead } from './page-head.js';
import type { Site } from './site.js';

/** The response to a page request, before it is HTML. */
export interface Page {
  readonly status: 200 | 404 | 503;
  readonly head: PageHead;
  /** The data that it is rendered from; null for an unrendered page, which begins with a placeholder. */
  readonly firstScreen: FirstScreen | null;
  /** The data of content further down, which is rendered but not sent along. */
  readonly below: FirstScreen;
  /** The path that it is rendered for, with the parts of the query that affect the content. */
  readonly address: string;
  readonly code: PageCode;
  /** True if the market could not be read: its placeholder has nothing to search. */
  readonly isUnread?: boolean;
}

const HOME_TITLE = 'PerkeX: buy and sell new sneakers';

/** The title of a page with this name (section 2). */
export function title(name: string): string {
  return `${name} | PerkeX`;
}

/** The description of a page with this many products. */
export function productsDescription(name: string, count: number): string {
  return `${name}: ${counted(count, 'sneaker')}, with the lowest ask and the last sale of each. Bid, ask, buy and sell on PerkeX.`;
}

/** A page that needs no data. @param parameters those of its address */
export function plainPage(
  name: PageName,
  { picture, links, codeOf }: Site,
  parameters: Readonly<Record<string, string>> = {},
): Page {
  const { path: pattern, title: heading, description, isIndexed, isRendered }: PageRecord = PAGES[name];
  const path = pathOf(pattern, parameters);
  return {
    status: 200,
    head: {
      title: heading === null ? HOME_TITLE : title(heading),
      description,
      path,
      type: 'website',
      picture,
      isIndexed,
      links,
      linkedData: null,
    },
    address: path,
    firstScreen: isRendered ? {} : null,
    below: {},
    code: codeOf(name),
  };
}

/** The page for an address at which there is nothing. @param page the page that would be there */
export function missingPage(
  { head, ...page }: Page,
  name: string,
  description: string,
  firstScreen: Page['firstScreen'] = page.firstScreen,
): Page {
  return {
    ...page,
    status: 404,
    head: { ...head, title: title(name), description, path: null, isIndexed: false },
    firstScreen,
  };
}

/** A path with a query string. */
export function withQuery(path: string, query: Readonly<Record<string, string>>): string {
  return `${path}?${new URLSearchParams(query)}`;
}
