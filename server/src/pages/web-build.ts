import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { UserError } from '../errors/user-error.js';
import { type PageTemplate, readTemplate } from './page-template.js';

/** The module that every page begins with. */
export const ENTRY = 'index.html';

/** The modules that start the application, one after the other (`web/src/start.ts`). */
export const STEPS = ['src/starting/react.ts', 'src/starting/libraries.ts', 'src/main.tsx'];

/** Further modules that the first screen of signed-in users waits for (`web/src/main.tsx`). */
export const FOR_USERS = ['src/sizing/stored-sizes.ts'];

/** Lazy modules that a press on a rendered page may need. */
export const FOR_PRESSES = [
  'src/products/search-offer.tsx',
  'src/product/later-parts.ts',
  'src/hearts/watch-button.tsx',
  'src/browse/facet-sheet.tsx',
];

/** A module of the pages with its output files, as in Vite's manifest. */
export interface Chunk {
  readonly file: string;
  /** Its static imports. */
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

export type Manifest = Readonly<Record<string, Chunk>>;

/** The built pages, read once. */
export interface WebBuild {
  readonly folder: string;
  readonly template: PageTemplate;
  /** The hashes by which the content security policy allows the template's inline scripts. */
  readonly scriptHashes: readonly string[];
  /** The styles of the first screens, which every page includes. */
  readonly css: Uint8Array;
  /** The module that renders pages: it exports `renderPage` (a `RenderPage`). */
  readonly rendererUrl: string;
  readonly manifest: Manifest;
  /** The addresses of all files, such as `/favicon.svg`. */
  readonly addresses: ReadonlySet<string>;
  /** The asset folders of earlier builds that are still served. */
  readonly earlierAssets?: readonly string[];
}

/** The server build, beside the browser files. */
const RENDERER = '.server/render-page.js';

/** @throws UserError when the pages have not been built */
export async function readWebBuild(folder: string): Promise<WebBuild> {
  const [html, manifestText, files] = await Promise.all([
    readFile(path.join(folder, 'index.html'), 'utf8'),
    readFile(path.join(folder, '.vite', 'manifest.json'), 'utf8'),
    readdir(folder, { recursive: true }),
  ]).catch(refuseMissing(folder));
  const template = readTemplate(html);
  const manifest = JSON.parse(manifestText) as Manifest;
  const styles = manifest[ENTRY]?.css ?? [];
  if (!template || !files.includes(path.normalize(RENDERER))) {
    throw new UserError(`The pages in ${folder} are of another version: ${ADVICE}`);
  }
  const css = await Promise.all(styles.map((file) => readFile(path.join(folder, file), 'utf8')));
  return {
    folder,
    template,
    scriptHashes: inlineScripts(html).map(hashOf),
    manifest,
    css: Buffer.from(css.join('\n')),
    rendererUrl: pathToFileURL(path.join(folder, RENDERER)).href,
    addresses: new Set(files.map((file) => `/${file.split(path.sep).join('/')}`)),
  };
}

function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script);
}

function hashOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}

const ADVICE = 'npm start builds them before it serves them, npm run build only builds them.';

function refuseMissing(folder: string) {
  return (error: NodeJS.ErrnoException): never => {
    if (error.code === 'ENOENT') {
      throw new UserError(`The pages are not built, nothing is in ${folder}: ${ADVICE}`);
    }
    throw error;
  };
}
