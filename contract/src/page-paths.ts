import { PAGES, type PageName } from './pages.js';

type PagePaths = { readonly [Name in PageName]: (typeof PAGES)[Name]['path'] };

/**
 * The pattern of each page's path. The build of the web computes it, so that browsers load no other part of `PAGES`.
 */
export const PAGE_PATHS = Object.fromEntries(
  Object.entries(PAGES).map(([name, { path }]) => [name, path]),
) as PagePaths;
