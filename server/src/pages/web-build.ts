import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ErrorForPeople } from '../errors/error-for-people.js';
import { type PageTemplate, readTemplate } from './page-template.js';

/** A module of the pages and the files that it became, as Vite lists them. */
export interface Chunk {
  readonly file: string;
  /** The modules that it needs at once. */
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** The kinds of pages that look alike until the application has started. */
export type SkeletonName = 'home' | 'overview' | 'product' | 'market' | 'dashboard';

/** What pages show until then, as HTML, and the styles that this needs. */
export interface Skeletons {
  readonly css: string;
  readonly htmlOf: Readonly<Record<SkeletonName, string>>;
}

export type Manifest = Readonly<Record<string, Chunk>>;

/** The built pages, read once. */
export interface WebBuild {
  readonly folder: string;
  readonly template: PageTemplate;
  readonly skeletons: Skeletons;
  readonly manifest: Manifest;
  /** The addresses of all files, such as `/favicon.svg`. */
  readonly addresses: ReadonlySet<string>;
}

const SKELETON_STYLE = 'src/skeleton/skeleton.css';

/** @throws ErrorForPeople when the pages have not been built */
export async function readWebBuild(folder: string): Promise<WebBuild> {
  const [html, manifestText, skeletonsText, files] = await Promise.all([
    readFile(path.join(folder, 'index.html'), 'utf8'),
    readFile(path.join(folder, '.vite', 'manifest.json'), 'utf8'),
    readFile(path.join(folder, '.vite', 'skeletons.json'), 'utf8'),
    readdir(folder, { recursive: true }),
  ]).catch(refuseMissing(folder));
  const template = readTemplate(html);
  const manifest = JSON.parse(manifestText) as Manifest;
  const style = manifest[SKELETON_STYLE];
  if (!template || !style) {
    throw new ErrorForPeople(`The pages in ${folder} are of another version: ${ADVICE}`);
  }
  return {
    folder,
    template,
    manifest,
    skeletons: {
      css: await readFile(path.join(folder, style.file), 'utf8'),
      htmlOf: JSON.parse(skeletonsText) as Skeletons['htmlOf'],
    },
    addresses: new Set(files.map((file) => `/${file.split(path.sep).join('/')}`)),
  };
}

const ADVICE = 'npm start builds them before it serves them, npm run build only builds them.';

function refuseMissing(folder: string) {
  return (error: NodeJS.ErrnoException): never => {
    if (error.code === 'ENOENT') {
      throw new ErrorForPeople(`The pages are not built, nothing is in ${folder}: ${ADVICE}`);
    }
    throw error;
  };
}
