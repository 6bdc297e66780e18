import type { FirstScreen } from '@perkex/contract/first-screen.js';
import { pathOf } from '@perkex/contract/page-paths.js';
import type { PageCode } from '@perkex/contract/rendered-page.js';
import type { PageFacts } from './page-facts.js';
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

/** A page that needs no data. @param parameters those of its address */
export function plainPage(
  facts: PageFacts,
  { picture, linksOf, codeOf }: Site,
  parameters: Readonly<Record<string, string>> = {},
): Page {
  const { title, description, isIndexed } = facts;
  const path = pathOf(facts.path, parameters);
  return {
    status: 200,
    head: {
      title,
      description,
      path,
      type: 'website',
      picture,
      isIndexed,
      links: linksOf(facts),
      linkedData: null,
    },
    address: path,
    firstScreen: facts.isRendered ? {} : null,
    below: {},
    code: codeOf(facts),
  };
}

/** A path with a query string. */
export function withQuery(path: string, query: Readonly<Record<string, string>>): string {
  return `${path}?${new URLSearchParams(query)}`;
}
