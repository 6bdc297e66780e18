import { shown } from '../csv/cell-values.js';
import {
  type BadRow,
  type FileProduct,
  isHttpsUrl,
  MAX_PICTURES,
  type ProductsFile,
} from '../csv/products-file.js';
import { forEachConcurrently } from '../pictures/for-each-concurrently.js';
import { PictureError } from '../pictures/picture-error.js';
import { type PictureFile, PictureFiles } from '../pictures/picture-files.js';
import { picturesByStyleCode } from '../pictures/pictures-by-style-code.js';
import type { Output } from './output.js';

/** Limits memory: each of these pictures is held in memory. */
const FILES_AT_ONCE = 4;
/** Fewer products are read too quickly for a progress bar. */
const PROGRESS_FROM = 100;
const NAMES_SHOWN = 5;

export interface PictureFolders {
  /** The folder of the catalogue's file. The paths in its column Pictures are relative to it. */
  readonly catalogue: string;
  /** The folder of pictures named by style code, or null. */
  readonly byStyleCode: string | null;
}

/** A catalogue whose pictures are addresses or existing files, and those files. */
export interface CatalogueWithFiles extends Pick<ProductsFile, 'products' | 'badRows'> {
  readonly files: PictureFiles;
}

/**
 * Finds the picture files of a catalogue: the files that its rows name, and, for rows without pictures and thumbnail,
 * the files of the folder that are named after their style codes. A row with an unreadable file is a bad row.
 */
export async function findPictureFiles(
  { products, badRows, lineOfName }: ProductsFile,
  folders: PictureFolders,
  output: Output,
): Promise<CatalogueWithFiles> {
  const filesOf = await filesOfFolder(folders.byStyleCode, products, output);
  const files = new PictureFiles();
  const ready: FileProduct[] = [...products];
  const badFiles = new Map<FileProduct, BadRow>();
  const withPictures = [...products.entries()].flatMap(([index, product]) => {
    const pictures = picturesOf(product, folders.catalogue, filesOf);
    return pictures.length > 0 ? [{ index, product, pictures }] : [];
  });
  const progress = withPictures.length >= PROGRESS_FROM ? output.progress('Picture files') : null;
  let done = 0;
  await forEachConcurrently(FILES_AT_ONCE, withPictures, async ({ index, product, pictures }) => {
    const { sources, errors } = await take(files, pictures);
    ready[index] = errors.length > 0 ? product : { ...product, pictures: sources };
    if (errors.length > 0) {
      badFiles.set(product, { line: lineOfName.get(product.name) ?? 0, errors });
    }
    done += 1;
    progress?.update(done, withPictures.length);
  });
  progress?.end();
  return {
    products: ready.filter((product) => !badFiles.has(product)),
    badRows: [...badRows, ...badFiles.values()].sort((one, other) => one.line - other.line),
    files,
  };
}

type WantedPicture = string | PictureFile;

/** The pictures of a product if any of them is a file. Empty if all are addresses, or if there are none. */
function picturesOf(
  { pictures, thumbnail, styleCode }: FileProduct,
  folder: string,
  filesOf: (styleCode: string) => readonly PictureFile[],
): readonly WantedPicture[] {
  if (pictures === null) {
    return thumbnail === null && styleCode !== null ? filesOf(styleCode) : [];
  }
  return pictures.every(isHttpsUrl)
    ? []
    : pictures.map((text) => (isHttpsUrl(text) ? text : { folder, name: text }));
}

/** The files of each style code in the folder of `--pictures`. */
async function filesOfFolder(
  folder: string | null,
  products: readonly FileProduct[],
  output: Output,
): Promise<(styleCode: string) => readonly PictureFile[]> {
  if (folder === null) {
    return () => [];
  }
  const codes = products.flatMap(({ styleCode }) => styleCode ?? []);
  const { namesOf, unknown } = await picturesByStyleCode(folder, codes);
  if (unknown.length > 0) {
    const names = unknown.slice(0, NAMES_SHOWN).map(shown).join(', ');
    const more = unknown.length > NAMES_SHOWN ? ` and ${unknown.length - NAMES_SHOWN} more` : '';
    output.error(`Pictures named after no style code of the file: ${names}${more}.`);
  }
  return (styleCode) => namesOf(styleCode).map((name) => ({ folder, name }));
}

async function take(files: PictureFiles, pictures: readonly WantedPicture[]) {
  const sources: string[] = [];
  const errors: string[] = [];
  if (pictures.length > MAX_PICTURES) {
    return { sources, errors: [`it has more than ${MAX_PICTURES} pictures`] };
  }
  for (const picture of pictures) {
    try {
      sources.push(typeof picture === 'string' ? picture : await files.add(picture));
    } catch (error) {
      if (!(error instanceof PictureError) || typeof picture === 'string') {
        throw error;
      }
      errors.push(`the picture ${shown(picture.name)} is not available: ${error.message}`);
    }
  }
  return { sources, errors };
}
