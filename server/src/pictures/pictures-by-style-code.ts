import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { FileError } from '../csv/csv-file.js';

const PICTURE_FILE = /^(.+)\.(?:jpe?g|png|webp|avif)$/i;
const NUMBERED = /^(.+)-(\d{1,2})$/;

/** The picture files of a folder by style code. */
export interface PicturesByStyleCode {
  /** The names of a style code's files, in order. The one without a number is first. */
  namesOf(styleCode: string): readonly string[];
  /** The names of picture files that belong to no style code. */
  readonly unknown: readonly string[];
}

/**
 * Reads a folder of pictures named `CODE.jpg`, or `CODE-1.jpg`, `CODE-2.png` and so on, in upper or lower case. If a
 * whole name is a style code, the file belongs to that one.
 * @throws FileError if there is no such folder
 */
export async function picturesByStyleCode(
  folder: string,
  styleCodes: Iterable<string>,
): Promise<PicturesByStyleCode> {
  const files = new Map([...styleCodes].map((code) => [keyOf(code), [] as NumberedFile[]]));
  const unknown: string[] = [];
  // Sorted, so that files with the same number have a stable order.
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

/** Checks early that the folder exists. @throws FileError if not */
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
