import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import path from 'node:path';
import { MAX_PICTURE_BYTES } from './fetch-picture.js';
import { PictureError } from './picture-error.js';

/** The prefix of the source of a picture from a file. The file's name and a hash of its content follow. */
const SCHEME = 'file:';

export interface PictureFile {
  readonly folder: string;
  /** The path below the folder. */
  readonly name: string;
}

/** The picture files of an import. A file with changed content has another source, so its picture is made again. */
export class PictureFiles {
  private readonly files = new Map<string, PictureFile>();

  /**
   * Registers a file.
   * @returns its source, for `product_pictures`
   * @throws PictureError if it cannot be read or is not below the folder
   */
  async add(file: PictureFile): Promise<string> {
    const source = sourceOf(file, await readBelow(file));
    this.files.set(source, file);
    return source;
  }

  /** @throws PictureError if it cannot be read or has changed */
  async read(source: string): Promise<Buffer> {
    const file = this.files.get(source);
    if (!file) {
      throw new PictureError('its file is no longer stored');
    }
    const original = await readBelow(file);
    if (sourceOf(file, original) !== source) {
      throw new PictureError('its file has changed since the import began');
    }
    return original;
  }
}

export function isFromFile(source: string): boolean {
  return source.startsWith(SCHEME);
}

/** The source of a picture for people: its address or the name of its file. */
export function shownSource(source: string): string {
  return isFromFile(source) ? source.slice(SCHEME.length, source.lastIndexOf('#')) : source;
}

function sourceOf({ name }: PictureFile, original: Buffer): string {
  return sourceOfContent(name, original);
}

/** The source of a picture that came as a file with this content. */
export function sourceOfContent(name: string, original: Buffer): string {
  const hash = createHash('sha256').update(original).digest('hex').slice(0, 32);
  return `${SCHEME}${name}#${hash}`;
}

/** Reads a file by its real path, which must be below the folder. */
async function readBelow({ folder, name }: PictureFile): Promise<Buffer> {
  try {
    const root = await realpath(folder);
    const file = await realpath(path.join(root, name));
    if (!file.startsWith(root.endsWith(path.sep) ? root : root + path.sep)) {
      throw new PictureError('it leads out of its folder');
    }
    // O_NONBLOCK, because opening a pipe would wait for its writer.
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const { size, isFile } = await handle.stat().then((it) => ({ size: it.size, isFile: it.isFile() }));
      if (!isFile) {
        throw new PictureError('it is not a file');
      }
      if (size > MAX_PICTURE_BYTES) {
        throw new PictureError(`it has more than ${MAX_PICTURE_BYTES / 1024} kB`);
      }
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw error instanceof PictureError ? error : new PictureError(reasonOf(error));
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR'
    ? 'there is no such file'
    : `it cannot be read (${code ?? message})`;
}
