/** The store of picture files. A name always has the same content, so writing it twice changes nothing. */
export interface PictureStore {
  /** @param name a name without slashes, as from `pictureName` */
  write(name: string, bytes: Buffer, type: string): Promise<void>;
  /** Null if there is no such file. */
  read(name: string): Promise<Buffer | null>;
  has(name: string): Promise<boolean>;
  /** Does nothing if there is no such file. */
  remove(name: string): Promise<void>;
}

/** The content type of a file, by its extension. */
export function typeOfPicture(name: string): string {
  return TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}

const TYPES: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
};

const FILE_NAME = /^[\w-]+\.\w+$/;

/** @throws Error for a text that could be a path. Names are our own and already checked, so this is a second line. */
export function requireFileName(name: string): void {
  if (!FILE_NAME.test(name)) {
    throw new Error(`${JSON.stringify(name)} is not a name of a picture's file.`);
  }
}
