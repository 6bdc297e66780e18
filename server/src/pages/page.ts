import type { FirstScreen } from '@perkex/contract/first-screen.js';
import { pathOf } from '@perkex/contract/page-paths.js';
import type { PageCode } from '@perkex/contract/rendered-page.js';
import type { PageFacts } from './page-facts.js';
import type { PageHead } from './page-head.js';
import type { Site } from './site.js';

/** An answer to whoever asks for a page, before it is HTML. */
export interface Page {
  readonly status: 200 | 404 | 503;
  readonly head: PageHead;
  /** What it is rendered from; null when it is not, so that the application begins with a placeholder. */
  readonly firstScreen: FirstScreen | null;
  /** What it shows further down, which is rendered and not sent along as data. */
  readonly below: FirstScreen;
  /** Where it is rendered: its path, with what of the query decides what it shows. */
  readonly address: string;
  readonly code: PageCode;
  /** Whether the market could not be read: its placeholder then has nothing to search. */
  readonly isUnread?: boolean;
}

/** A page of which nothing has to be read. @param parameters what stands in its address */
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

/** An address with what follows its question mark. */
export function withQuery(path: string, query: Readonly<Record<string, string>>): string {
  return `${path}?${new URLSearchParams(query)}`;
}
