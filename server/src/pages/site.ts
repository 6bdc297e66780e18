import { PAGES, type PageName, type PageRecord } from '@perkex/contract/pages.js';
import type { PageCode } from '@perkex/contract/rendered-page.js';
import { bannerLinks, codeOfPage, fontLinks } from './page-links.js';
import type { WebBuild } from './web-build.js';

/** Values shared by all pages of a server. */
export interface Site {
  readonly publicUrl: string;
  /** The picture for pages without their own; null for none. */
  readonly picture: string | null;
  /** Links to resources that every page needs at once, as HTML. */
  readonly links: readonly string[];
  /** Links to the background of a banner. @param number from 1 */
  bannerLinksOf(number: number): readonly string[];
  codeOf(name: PageName): PageCode;
}

const PICTURE = '/drawings/preview.png';

/** Lists the files of the build once: they are the same for all visitors. */
export function siteOf({ manifest, addresses }: WebBuild, publicUrl: string): Site {
  const names = Object.keys(PAGES) as PageName[];
  const code = new Map(names.map((name) => [name, codeOfPage(manifest, modulesOf(PAGES[name]))]));
  return {
    publicUrl,
    picture: PICTURE,
    bannerLinksOf: (number) => bannerLinks(addresses, number),
    links: fontLinks(addresses),
    codeOf: (name) => code.get(name) ?? codeOfPage(manifest, modulesOf(PAGES[name])),
  };
}

/** The modules of `web` that show a page, besides those loaded by every page. */
export function modulesOf({ module, layout }: Pick<PageRecord, 'module' | 'layout'>): string[] {
  return [...(layout === 'dashboard' ? ['src/dashboard/dashboard-layout.tsx'] : []), `src/${module}`];
}
