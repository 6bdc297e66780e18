import type { PageCode } from '@perkex/contract/rendered-page.js';
import { PAGES, type PageFacts } from './page-facts.js';
import { bannerLinks, codeOfPage, fontLinks, styleLinks } from './page-links.js';
import type { WebBuild } from './web-build.js';

/** Values shared by all pages of a server. */
export interface Site {
  readonly publicUrl: string;
  /** The picture for pages without their own; null for none. */
  readonly picture: string | null;
  /** Links to resources that a page needs at once, as HTML. */
  linksOf(facts: PageFacts): readonly string[];
  codeOf(facts: PageFacts): PageCode;
}

const PICTURE = '/drawings/preview.png';

/** Reads the build once; the links of a page are the same for all visitors. */
export function siteOf({ manifest, addresses }: WebBuild, publicUrl: string): Site {
  const fonts = fontLinks(addresses);
  const banners = bannerLinks(addresses);
  const links = new Map(
    Object.values(PAGES).map((facts) => [
      facts,
      [...(facts === PAGES.home ? banners : []), ...styleLinks(manifest, facts.modules), ...fonts],
    ]),
  );
  const code = new Map(Object.values(PAGES).map((facts) => [facts, codeOfPage(manifest, facts.modules)]));
  return {
    publicUrl,
    picture: PICTURE,
    linksOf: (facts) => links.get(facts) ?? [],
    codeOf: (facts) => code.get(facts) ?? codeOfPage(manifest, facts.modules),
  };
}
