import { emptyElement } from '../html/elements.js';
import type { Manifest } from './web-build.js';

/** The module that every page begins with. */
const ENTRY = 'index.html';

/**
 * Links that fetch the code of a page while the application starts, instead of after that. A module that is not in
 * the manifest is part of what every page loads.
 */
export function codeLinks(manifest: Manifest, modules: readonly string[]): string[] {
  const always = withImports(manifest, ENTRY);
  const names = new Set(modules.flatMap((name) => [...withImports(manifest, name)]));
  const chunks = [...names].filter((name) => !always.has(name)).flatMap((name) => manifest[name] ?? []);
  const styles = new Set(chunks.flatMap(({ css = [] }) => css));
  return [
    ...[...styles].map((file) => link('stylesheet', file)),
    ...chunks.map(({ file }) => link('modulepreload', file)),
  ];
}

/** A module and all that it needs at once, by their names. */
function withImports(manifest: Manifest, name: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (chunk && !found.has(name)) {
    found.add(name);
    for (const imported of chunk.imports ?? []) {
      withImports(manifest, imported, found);
    }
  }
  return found;
}

/** As the build's own links, so that nothing is fetched twice. */
function link(rel: string, file: string): string {
  return emptyElement('link', { rel, href: `/${file}`, crossorigin: '' });
}

const FONT = /^\/assets\/inter-latin-(?!ext-)[^/]*\.woff2$/;

/** Links that fetch the font of the text before a style asks for it. That of the headings would hold up the code. */
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
export function pictureLink({ href, media }: { href: string; media?: string }): string {
  const condition = media === undefined ? {} : { media };
  return emptyElement('link', { rel: 'preload', as: 'image', href, ...condition, fetchpriority: 'high' });
}
