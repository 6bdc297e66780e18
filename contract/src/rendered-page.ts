import type { FirstScreen } from './first-screen.js';

/** What a page is rendered from, which is the same for every visitor. */
export interface PageToRender {
  /** Path and query. */
  readonly address: string;
  /** What the page brings along as data, too. */
  readonly firstScreen: FirstScreen;
  /** What it shows further down; that is read anew once it is in sight. */
  readonly below: FirstScreen;
}

/** Renders a page as HTML, for the element with the id `root`. It keeps nothing. */
export type RenderPage = (page: PageToRender) => Promise<string>;

/** The id of the element that holds a rendered page's `PageCode`, as JSON. */
export const PAGE_CODE_ID = 'page-code';

/** The addresses of the modules that bring a rendered page to life, which are fetched once it is painted. */
export type PageCode = readonly string[];

/** What is rendered at these addresses stands in place of pages until the application has started. */
export const PLACEHOLDER_PATHS = { market: '/placeholder', dashboard: '/dashboard/placeholder' } as const;
