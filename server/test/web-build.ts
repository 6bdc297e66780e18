import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PAGES, type PageRecord } from '@perkex/contract/pages.js';
import { patternsOf } from '@perkex/contract/path-of.js';
import { afterAll, beforeAll } from 'vitest';
import { readWebBuild, type WebBuild } from '../src/pages/web-build.js';

/** Long enough to be worth compressing. */
const CODE = 'export const answer = 42;\n'.repeat(200);

const TEMPLATE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <!--head-->
    <script type="module" crossorigin src="/assets/index-1.js"></script>
  </head>
  <body>
    <!--notice-->
    <div id="root"><!--page--></div>
    <!--first-screen-->
  </body>
</html>
`;

/** As Vite writes it; the code of Home is part of what every page loads. */
const MANIFEST = {
  'index.html': { file: 'assets/index-1.js', isEntry: true, css: ['assets/index-2.css'] },
  'src/main.tsx': { file: 'assets/main-0.js', isDynamicEntry: true, imports: ['_react-3.js'] },
  '_react-3.js': { file: 'assets/react-3.js' },
  '_prices-4.js': { file: 'assets/prices-4.js', imports: ['_react-3.js', '_sizes-5.js'] },
  '_sizes-5.js': { file: 'assets/sizes-5.js', imports: ['_prices-4.js'] },
  'src/product/product-page.tsx': {
    file: 'assets/product-page-6.js',
    isDynamicEntry: true,
    imports: ['src/main.tsx', '_react-3.js', '_prices-4.js'],
  },
  'src/dashboard/dashboard-layout.tsx': { file: 'assets/dashboard-layout-8.js', imports: ['src/main.tsx'] },
  'src/dashboard/buying-page.tsx': { file: 'assets/buying-page-9.js', imports: ['src/main.tsx'] },
};

/** Returns the data it was given, and fails for products of these names: always, or the first time. */
const RENDERER = `
let hasFailed = false;
export async function renderPage({ address, firstScreen, below }) {
  if (firstScreen.product?.name === 'Unrenderable') {
    throw new Error('This cannot be rendered.');
  }
  if (firstScreen.product?.name === 'Unrenderable once' && !hasFailed) {
    hasFailed = true;
    throw new Error('This cannot be rendered yet.');
  }
  const parts = [...Object.keys(firstScreen), ...Object.keys(below)].sort();
  return { html: '<p>' + address + ' of ' + parts.join() + '</p>', queries: JSON.stringify(firstScreen) };
}
`;

const FILES: Record<string, string> = {
  'index.html': TEMPLATE,
  '.server/render-page.js': RENDERER,
  '.vite/manifest.json': JSON.stringify(MANIFEST),
  'assets/index-1.js': CODE,
  'assets/main-0.js': CODE,
  'assets/index-2.css': 'p { color: gray }',
  'assets/inter-a.woff2': 'font'.repeat(1_000),
  'assets/archivo-c.woff2': 'font',
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'robots.txt': 'User-agent: none',
  'banners/1-mobile.svg': `<svg xmlns="http://www.w3.org/2000/svg">${'<g/>'.repeat(500)}</svg>`,
  'banners/1-desktop.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};

interface CreatedBuild {
  readonly folder: string;
  readonly build: () => Promise<WebBuild>;
  readonly remove: () => Promise<void>;
}

/** Pages as Vite would build them, without waiting for Vite. */
export async function createWebBuild(changes: Record<string, string | null> = {}): Promise<CreatedBuild> {
  const folder = await mkdtemp(path.join(tmpdir(), 'perkex-pages-'));
  for (const [name, content] of Object.entries({ ...FILES, ...changes })) {
    if (content !== null) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), content);
    }
  }
  return {
    folder,
    build: () => readWebBuild(folder),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** As `createWebBuild`, for the tests of a file, or of a `describe`. It has its properties once they begin. */
export function useWebBuild(changes: Record<string, string | null> = {}): CreatedBuild {
  const web = {} as CreatedBuild;
  beforeAll(async () => {
    Object.assign(web, await createWebBuild(changes));
  });
  afterAll(() => web.remove());
  return web;
}

/** The addresses of all pages of a market without deals and sales, of this user and product. */
export function everyAddress({ uid, id }: { uid: string; id: number | string }): string[] {
  const pages: readonly PageRecord[] = Object.values(PAGES);
  const patterns = pages
    .filter(({ path, needsDeals }) => !needsDeals && !/:(day|sale)\b/.test(path))
    .flatMap(({ path }) => patternsOf(path));
  return patterns.map((pattern) =>
    pattern
      .replace(':uid', uid)
      .replace(':id', String(id))
      .replace(':brand', 'test')
      .replace(':model', 'runner')
      .replace(':page', 'fees'),
  );
}

/** The parts of a page that a browser or a search engine reads. */
export function readPage({ body }: { readonly body: string }) {
  const textOf = (pattern: RegExp) => pattern.exec(body)?.[1];
  const dataOf = (pattern: RegExp) => {
    const json = textOf(pattern);
    return json === undefined ? undefined : (JSON.parse(json) as Record<string, unknown>);
  };
  return {
    title: unescaped(textOf(/<title>([^<]*)<\/title>/)),
    theme: textOf(/^<!doctype html>\n<html lang="en"(.*)>\n/),
    canonical: unescaped(textOf(/<link rel="canonical" href="([^"]*)">/)),
    links: [...body.matchAll(/<link ([^>]*)>/g)].map(([, attributes = '']) => attributes),
    meta: Object.fromEntries(
      [...body.matchAll(/<meta (?:name|property)="([^"]*)" content="([^"]*)">/g)].map(([, name, content]) => [
        name,
        unescaped(content),
      ]),
    ) as Record<string, string | undefined>,
    firstScreen: dataOf(/<script type="application\/json" id="first-screen">(.*)<\/script>\n/),
    pageCode: dataOf(/<script type="application\/json" id="page-code">(.*)<\/script>\n/),
    linkedData: dataOf(/<script type="application\/ld\+json">(.*)<\/script>\n/),
  };
}

function unescaped(text: string | undefined): string | undefined {
  return text
    ?.replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
