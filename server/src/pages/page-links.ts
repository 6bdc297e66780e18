import { sourcesOf } from '@perkex/contract/pictures.js';
import type { PageCode } from '@perkex/contract/rendered-page.js';
import { emptyElement } from '../html/elements.js';
import { ENTRY, FOR_PRESSES, FOR_USERS, type Manifest, STEPS } from './web-build.js';

/** The files of a page's code, as addresses, so that they are fetched at the same time. */
export function codeOfPage(manifest: Manifest, modules: readonly string[]): PageCode {
  const atStart = withImports(manifest, [ENTRY]);
  const ofPage = withImports(manifest, [...STEPS, ...modules]);
  const filesOf = (names: ReadonlySet<string>, ...without: ReadonlySet<string>[]) =>
    [...names]
      .filter((name) => !without.some((others) => others.has(name)))
      .flatMap((name) => manifest[name] ?? [])
      .map(({ file }) => `/${file}`);
  return {
    needed: filesOf(ofPage, atStart),
    forUsers: filesOf(withImports(manifest, FOR_USERS), atStart, ofPage),
    forPresses: filesOf(withImports(manifest, FOR_PRESSES), atStart, ofPage),
  };
}

/** Links that fetch this code while the page is read. They are the build's own, so that nothing is fetched twice. */
export function codeLinks(addresses: readonly string[]): string[] {
  return addresses.map((href) => emptyElement('link', { rel: 'modulepreload', href, crossorigin: '' }));
}

/** Links to the styles that a page has besides those that all have. */
export function styleLinks(manifest: Manifest, modules: readonly string[]): string[] {
  const names = [...withImports(manifest, modules)].filter((name) => name !== ENTRY);
  const files = new Set(names.flatMap((name) => manifest[name]?.css ?? []));
  return [...files].map((file) =>
    emptyElement('link', { rel: 'stylesheet', href: `/${file}`, crossorigin: '' }),
  );
}

/** Modules and all that they need at once, by their names. */
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

const FONT = /^\/assets\/(?:inter|archivo)-[^/]*\.woff2$/;

/** Links that fetch the fonts before a style asks for them. */
export function fontLinks(addresses: Iterable<string>): string[] {
  return [...addresses]
    .filter((address) => FONT.test(address))
    .map((href) =>
      emptyElement('link', { rel: 'preload', as: 'font', type: 'font/woff2', href, crossorigin: '' }),
    );
}

/** The first banner of Home on phones and on wider screens. */
const BANNERS = [
  { href: '/banners/1-mobile.svg', media: '(max-width: 767px)' },
  { href: '/banners/1-desktop.svg', media: '(min-width: 768px)' },
];

/** Links to the banners that are there. */
export function bannerLinks(addresses: ReadonlySet<string>): string[] {
  return BANNERS.filter(({ href }) => addresses.has(href)).map(pictureLink);
}

/** A link to the largest picture of a first screen, which nothing should be before. */
function pictureLink({ href, media }: { href: string; media?: string }): string {
  const condition = media === undefined ? {} : { media };
  return emptyElement('link', { rel: 'preload', as: 'image', href, ...condition, fetchpriority: 'high' });
}

/** The same for the picture of a product, of which browsers choose a file. @param sizes those of the picture itself */
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
