import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { FileError } from '../csv/csv-file.js';

const PICTURE_FILE = /^(.+)\.(?:jpe?g|png|webp|avif)$/i;
const NUMBERED = /^(.+)-(\d{1,2})$/;

/** The picture files of a folder, by the style codes that they are named after. */
export interface PicturesByStyleCode {
  /** The names of the files of a style code, in their order: the one without a number first. */
  namesOf(styleCode: string): readonly string[];
  /** Names of picture files that belong to none of the style codes. */
  readonly unknown: readonly string[];
}

/**
 * Reads a folder of pictures named `CODE.jpg`, or `CODE-1.jpg`, `CODE-2.png` …; upper or lower case does not matter. A
 * name that is a style code as a whole belongs to that one.
 * @throws FileError when there is no such folder
 */
export async function picturesByStyleCode(
  folder: string,
  styleCodes: Iterable<string>,
): Promise<PicturesByStyleCode> {
  const files = new Map([...styleCodes].map((code) => [keyOf(code), [] as NumberedFile[]]));
  const unknown: string[] = [];
  // Sorted, so that files of one number stay in one order.
  for (const name of (await readdir(folder)).sort()) {
    const [, stem] = PICTURE_FILE.exec(name) ?? [];
    if (stem === undefined) {
      continue;
    }
    const [, base = '', number = ''] = NUMBERED.exec(stem) ?? [];
    const whole = files.get(keyOf(stem));
    const numbered = files.get(keyOf(base));
    if (whole) {
      whole.push({ name, number: 0 });
    } else if (numbered) {
      numbered.push({ name, number: Number(number) });
    } else {
      unknown.push(name);
    }
  }
  return {
    unknown,
    namesOf: (styleCode) =>
      (files.get(keyOf(styleCode)) ?? []).toSorted((a, b) => a.number - b.number).map(({ name }) => name),
  };
}

interface NumberedFile {
  readonly name: string;
  readonly number: number;
}

function keyOf(styleCode: string): string {
  return styleCode.toLowerCase();
}

/** Tells early whether there is a folder to read. @throws FileError when there is none */
export async function checkFolder(folder: string): Promise<void> {
  const shown = path.resolve(folder);
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    throw new FileError(
      error.code === 'ENOENT' ? `There is no folder ${shown}.` : `${shown}: ${error.message}.`,
    );
  });
  if (!found.isDirectory()) {
    throw new FileError(`${shown} is a file, not a folder.`);
  }
}
