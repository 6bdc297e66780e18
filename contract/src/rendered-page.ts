import type { FirstScreen } from './first-screen.js';

/** The input of a rendered page, which is the same for every visitor. */
export interface PageToRender {
  /** Path and query. */
  readonly address: string;
  /** The data that the browser gets, too. */
  readonly firstScreen: FirstScreen;
  /** The data further down, which is read again once it scrolls into view. */
  readonly below: FirstScreen;
}

export interface RenderedPage {
  /** For the element with the id `root`. */
  readonly html: string;
  /** The data of the first screen for the browser's query cache, as JSON. The page embeds it. */
  readonly queries: string;
}

/** Renders a page. It has no state. */
export type RenderPage = (page: PageToRender) => Promise<RenderedPage>;

/** The id of the element that holds a rendered page's `PageCode`, as JSON. */
export const PAGE_CODE_ID = 'page-code';

/** The addresses of a rendered page's modules, all requested at once when it is painted. */
export interface PageCode {
  /** The modules that hydrate the page. */
  readonly needed: readonly string[];
  /** Further modules for returning visitors, such as those for their sizes. */
  readonly forUsers: readonly string[];
  /** Further modules that a press may need; requested if something is used before hydration. */
  readonly forPresses: readonly string[];
}

/** The pages rendered at these addresses are shown until the application has started. */
export const PLACEHOLDER_PATHS = {
  market: '/placeholder',
  /** For a market that could not be read. */
  unread: '/placeholder/unread',
  trade: '/placeholder/trade',
  dashboard: '/dashboard/placeholder',
} as const;
