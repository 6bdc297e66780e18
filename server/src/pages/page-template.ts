import type { Theme } from '@perkex/contract/theme.js';

/** The built `index.html`, cut where each page puts its own. */
export type PageTemplate = readonly [
  start: string,
  top: string,
  opening: string,
  middle: string,
  bottom: string,
  end: string,
];

/** What a page puts into the template; but for the theme, it is HTML. */
export interface PageParts {
  readonly theme: Theme | null;
  readonly head: string;
  /** Stands above the page, outside of what the application draws. */
  readonly notice: string;
  readonly body: string;
  readonly data: string;
}

/** Behind the tag's language goes the theme; the comments are replaced. */
const PLACES = /(?<=<html lang="en")|<!--head-->|<!--notice-->|<!--page-->|<!--first-screen-->/;

/** @returns null when one of the five places is missing */
export function readTemplate(html: string): PageTemplate | null {
  const pieces = html.split(PLACES);
  return pieces.length === 6 ? (pieces as [string, string, string, string, string, string]) : null;
}

/** Put together, not replaced: what stands in a part means nothing here. */
export function fillTemplate(
  [start, top, opening, middle, bottom, end]: PageTemplate,
  parts: PageParts,
): string {
  const theme = parts.theme === null ? '' : ` data-theme="${parts.theme}"`;
  return [
    start,
    theme,
    top,
    parts.head,
    opening,
    parts.notice,
    middle,
    parts.body,
    bottom,
    parts.data,
    end,
  ].join('');
}
