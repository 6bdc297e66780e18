import type { Theme } from '@perkex/contract/theme.js';

/** The built `index.html`, split where each page inserts its own parts. */
export type PageTemplate = readonly [
  start: string,
  top: string,
  opening: string,
  middle: string,
  bottom: string,
  end: string,
];

/** The parts that a page inserts into the template; all except the theme are HTML. */
export interface PageParts {
  readonly theme: Theme | null;
  readonly head: string;
  /** Shown above the page, outside the application's root. */
  readonly notice: string;
  readonly body: string;
  readonly data: string;
}

/** The theme follows the tag's language; the comments are replaced. */
const PLACES = /(?<=<html lang="en")|<!--head-->|<!--notice-->|<!--page-->|<!--first-screen-->/;

/** @returns null when one of the five slots is missing */
export function readTemplate(html: string): PageTemplate | null {
  const pieces = html.split(PLACES);
  return pieces.length === 6 ? (pieces as [string, string, string, string, string, string]) : null;
}

/** Concatenates instead of replacing, so that replacement patterns in a part have no effect. */
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
