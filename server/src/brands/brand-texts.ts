import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { slugOf } from '@perkex/core/market/slug.js';
import { markdownHtml } from '../html/markdown.js';

/** `jordan.md` describes a brand, `jordan/air-jordan-4.md` one of its models. */
const BRANDS_FOLDER = fileURLToPath(new URL('../../brands/', import.meta.url));

/** The platform's texts about brands and their models, read and rendered once. */
export interface BrandTexts {
  /** HTML, or null if there is no text about this brand. */
  brandText(slug: string): string | null;
  /** HTML, or null if there is no text about this model. */
  modelText(brandSlug: string, modelSlug: string): string | null;
  /** Files of the folder that no page shows, because their names are not slugs or they are nested too deep. */
  readonly unusedFiles: readonly string[];
}

/** Reads the texts about brands and models. A missing folder has none. */
export async function readBrandTexts(folder = BRANDS_FOLDER): Promise<BrandTexts> {
  const files = await filesIn(folder);
  const used = files.filter(isText);
  const htmlOfName = new Map(
    await Promise.all(
      used.map(async (file) => {
        const html = markdownHtml(await readFile(path.join(folder, file), 'utf8'));
        return [nameOf(file), html] as const;
      }),
    ),
  );
  return {
    brandText: (slug) => htmlOfName.get(slug) ?? null,
    modelText: (brandSlug, modelSlug) => htmlOfName.get(`${brandSlug}/${modelSlug}`) ?? null,
    unusedFiles: files.filter((file) => !isText(file)),
  };
}

/** Sorted paths, with slashes on every system. */
async function filesIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return [];
    }
    throw error;
  }
}

function isText(file: string): boolean {
  const slugs = nameOf(file).split('/');
  return (
    file.endsWith('.md') && slugs.length <= 2 && slugs.every((slug) => slug !== '' && slugOf(slug) === slug)
  );
}

function nameOf(file: string): string {
  return file.replace(/\.md$/, '');
}
