/** The record of a page: the server's routes and heads, the site map and the routes of the web are made from it. */
export interface PageRecord {
  /**
   * The pattern of its canonical path (section 2), in the pattern language that the server's router and the browser's
   * share. The server redirects all other paths to `/`.
   */
  readonly path: string;
  /** Null for Home, whose title is the name of the market. */
  readonly title: string | null;
  readonly description: string;
  /** The file of its component, in `web/src`. */
  readonly module: string;
  /** The export of this file, or a property of an export. */
  readonly component: string;
  /**
   * The parts around it in `web/src/routes.tsx`: `visitor` is for visitors only, `dashboard` for users only, `desk` for
   * members only. For everyone else, a page of the desk is unknown.
   */
  readonly layout: 'market' | 'visitor' | 'dashboard' | 'desk';
  /** True if it looks the same to all visitors, so that it can be rendered. */
  readonly isRendered: boolean;
  /** True if search engines may show it. */
  readonly isIndexed: boolean;
  /** The path of the page that usually follows. Its code is loaded, too. */
  readonly next?: string;
  /** True if it exists only once deals have started. */
  readonly needsDeals?: boolean;
}

/** A page without public content. */
export const UNINDEXED = {
  layout: 'market',
  isRendered: false,
  isIndexed: false,
} as const satisfies Partial<PageRecord>;
