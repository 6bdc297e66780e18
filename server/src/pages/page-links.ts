import { sourcesOf } from '@perkex/contract/pictures.js';
import type { PageCode } from '@perkex/contract/rendered-page.js';
import { emptyElement } from '../html/elements.js';
import { ENTRY, FOR_PRESSES, FOR_USERS, type Manifest, STEPS } from './web-build.js';

/** The addresses of a page's code files, so that they are fetched in parallel. */
export function codeOfPage(manifest: Manifest, modules: readonly string[]): PageCode {
  const atStart = withImports(manifest, [ENTRY]);
  const pageChunks = withImports(manifest, [...STEPS, ...modules]);
  const filesOf = (names: ReadonlySet<string>, ...without: ReadonlySet<string>[]) =>
    [...names]
      .filter((name) => !without.some((others) => others.has(name)))
      .flatMap((name) => manifest[name] ?? [])
      .map(({ file }) => `/${file}`);
  return {
    needed: filesOf(pageChunks, atStart),
    forUsers: filesOf(withImports(manifest, FOR_USERS), atStart, pageChunks),
    forPresses: filesOf(withImports(manifest, FOR_PRESSES), atStart, pageChunks),
  };
}

/** Preload links for this code. They are the build's own, so that nothing is fetched twice. */
export function codeLinks(addresses: readonly string[]): string[] {
  return addresses.map((href) => emptyElement('link', { rel: 'modulepreload', href, crossorigin: '' }));
}

/** Modules with their static imports, by name. */
function withImports(manifest: Manifest, names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    const chunk = manifest[name];
    if (chunk && !found.has(name)) {
      found.add(name);
      withImports(manifest, chunk.imports ?? [], found);
    }
  }
  return found;
}

/** Links to the pages before and after a page; null for none. */
export function neighbourLinks(previous: string | null, next: string | null): string[] {
  const neighbours = [
    { rel: 'prev', href: previous },
    { rel: 'next', href: next },
  ];
  return neighbours.flatMap(({ rel, href }) => (href === null ? [] : [emptyElement('link', { rel, href })]));
}

const FONT = /^\/assets\/(?:inter|archivo)-[^/]*\.woff2$/;

/** Links that preload the fonts before a style requests them. */
export function fontLinks(addresses: Iterable<string>): string[] {
  return [...addresses]
    .filter((address) => FONT.test(address))
    .map((href) =>
      emptyElement('link', { rel: 'preload', as: 'font', type: 'font/woff2', href, crossorigin: '' }),
    );
}

/** Links to the background of a banner on phones and on wider screens, as far as it exists. */
export function bannerLinks(addresses: ReadonlySet<string>, number: number): string[] {
  const files = [
    { href: `/banners/${number}-mobile.svg`, media: '(max-width: 767px)' },
    { href: `/banners/${number}-desktop.svg`, media: '(min-width: 768px)' },
  ];
  return files.filter(({ href }) => addresses.has(href)).map(pictureLink);
}

/** A link to the largest picture of a first screen, which has the highest priority. */
function pictureLink({ href, media }: { href: string; media?: string }): string {
  const condition = media === undefined ? {} : { media };
  return emptyElement('link', { rel: 'preload', as: 'image', href, ...condition, fetchpriority: 'high' });
}

/** The same for the picture of a product, with several files to choose from. @param sizes the picture's own sizes */
export function productPictureLink(address: string, sizes: string): string {
  const sources = sourcesOf(address);
  return sources === null
    ? pictureLink({ href: address })
    : emptyElement('link', {
        rel: 'preload',
        as: 'image',
        type: 'image/avif',
        imagesrcset: sources.avif,
        imagesizes: sizes,
        fetchpriority: 'high',
      });
}
