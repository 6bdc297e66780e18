/** Where the files of pictures are. A name always has the same content, so writing one twice changes nothing. */
export interface PictureStore {
  /** @param name without slashes, such as those of `pictureName` */
  write(name: string, bytes: Buffer, type: string): Promise<void>;
  /** Null where there is no such file. */
  read(name: string): Promise<Buffer | null>;
  has(name: string): Promise<boolean>;
  /** Afterwards there is no such file, whether or not there was one. */
  remove(name: string): Promise<void>;
}

/** What the pages are told that a file is, by its extension. */
export function typeOfPicture(name: string): string {
  return TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}

const TYPES: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
};

const FILE_NAME = /^[\w-]+\.\w+$/;

/** @throws Error for what could be a path: names come from ourselves, and are checked before they get here */
export function requireFileName(name: string): void {
  if (!FILE_NAME.test(name)) {
    throw new Error(`${JSON.stringify(name)} is no name of a picture's file.`);
  }
}
