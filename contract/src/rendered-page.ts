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

/** The addresses of a rendered page's modules, which are all asked for at once when it is painted. */
export interface PageCode {
  /** What brings the page to life. */
  readonly needed: readonly string[];
  /** What it needs besides for those who have been here before, such as their sizes. */
  readonly forUsers: readonly string[];
  /** What a press may need besides; asked for if something is used before the page answers. */
  readonly forPresses: readonly string[];
}

/** What is rendered at these addresses stands in place of pages until the application has started. */
export const PLACEHOLDER_PATHS = {
  market: '/placeholder',
  /** Of a market that could not be read. */
  unread: '/placeholder/unread',
  dashboard: '/dashboard/placeholder',
} as const;
