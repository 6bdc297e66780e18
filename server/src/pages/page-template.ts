import type { Theme } from '@perkex/contract/theme.js';

/** A part of a page as text, or in UTF-8. */
type Part = string | Uint8Array;

/** The built `index.html`, in UTF-8, split where each page inserts its own parts. */
export type PageTemplate = readonly [
  start: Buffer,
  top: Buffer,
  opening: Buffer,
  middle: Buffer,
  bottom: Buffer,
  end: Buffer,
];

/** The parts that a page inserts into the template; all except the theme are HTML. */
export interface PageParts {
  readonly theme: Theme | null;
  readonly head: readonly Part[];
  /** Shown above the page, outside the application's root. */
  readonly notice: readonly Part[];
  readonly body: readonly Part[];
  readonly data: readonly Part[];
}

/** The theme follows the tag's language; the comments are replaced. */
const PLACES = /(?<=<html lang="en")|<!--head-->|<!--notice-->|<!--page-->|<!--first-screen-->/;

/** @returns null when one of the five slots is missing */
export function readTemplate(html: string): PageTemplate | null {
  const pieces = html.split(PLACES);
  return pieces.length === 6
    ? (pieces.map((piece) => Buffer.from(piece)) as [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer])
    : null;
}

/** Concatenates instead of replacing, so that replacement patterns in a part have no effect. */
export function fillTemplate(
  [start, top, opening, middle, bottom, end]: PageTemplate,
  parts: PageParts,
): Buffer {
  const theme = parts.theme === null ? '' : ` data-theme="${parts.theme}"`;
  const all: readonly Part[] = [
    start,
    theme,
    top,
    ...parts.head,
    opening,
    ...parts.notice,
    middle,
    ...parts.body,
    bottom,
    ...parts.data,
    end,
  ];
  return Buffer.concat(all.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
}
