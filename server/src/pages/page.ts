import type { FirstScreen } from '@perkex/contract/first-screen.js';
import type { PageFacts } from './page-facts.js';
import type { PageHead } from './page-head.js';
import type { Site } from './site.js';
import type { SkeletonName } from './web-build.js';

/** An answer to whoever asks for a page, before it is HTML. */
export interface Page {
  readonly status: 200 | 404 | 503;
  readonly head: PageHead;
  /** What it shows until the application has started. */
  readonly skeleton: SkeletonName;
  /** Null when the application has to ask for it. */
  readonly firstScreen: FirstScreen | null;
}

/** A page of which nothing has to be read. @param parameters what stands in its address */
export function plainPage(
  facts: PageFacts,
  { picture, linksOf }: Site,
  parameters: Readonly<Record<string, string>> = {},
): Page {
  const { title, description, isIndexed, skeleton } = facts;
  const path = facts.path.replace(/:(\w+)/g, (_place, name) => encodeURIComponent(parameters[name] ?? ''));
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
    skeleton,
    firstScreen: null,
  };
}
