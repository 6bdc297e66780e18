/** The widths in which a picture is made, in pixels. None is enlarged: of a small original, the largest are as wide as it. */
export const PICTURE_WIDTHS = [160, 320, 640, 1280] as const;

export type PictureWidth = (typeof PICTURE_WIDTHS)[number];

/** The formats in which a picture is made, the smallest files first: by the extension of their names. */
export const PICTURE_FORMATS = ['avif', 'webp', 'jpg'] as const;

export type PictureFormat = (typeof PICTURE_FORMATS)[number];

export const PICTURE_PATH = '/pictures/';

/** The name of one file of a picture. What it begins with changes with the picture. */
export function pictureName(hash: string, width: PictureWidth, format: PictureFormat): string {
  return `${hash}-${width}.${format}`;
}

/** The names of all files that a picture may have. */
export function pictureNames(hash: string): string[] {
  return PICTURE_WIDTHS.flatMap((width) => PICTURE_FORMATS.map((format) => pictureName(hash, width, format)));
}

/** The narrowest width in which all of a picture is to be seen that is so wide; the largest for any wider one. */
export function largestWidth(width: number): PictureWidth {
  return PICTURE_WIDTHS.find((made) => made >= width) ?? 1280;
}

const NAME = /^[0-9a-f]{32}-(?:160|320|640|1280)\.(?:avif|webp|jpg)$/;

/** Whether names of files can begin with a text. */
export function isPictureHash(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

/** Whether a text can be the name of a picture's file. */
export function isPictureName(text: string): boolean {
  return NAME.test(text);
}

/** How wide a product's picture is on a page, as `sizes` has it. */
export const PICTURE_SIZES = {
  page: '(min-width: 1280px) 600px, (min-width: 768px) 50vw, 100vw',
  slide: '(min-width: 768px) 480px, 80vw',
  card: '(min-width: 768px) 280px, 45vw',
  row: '96px',
} as const;

const ADDRESS = /^(\/pictures\/[0-9a-f]{32}-)(\d+)\.jpg$/;

/**
 * What a browser may choose from, of the picture of a product at an address of ours, as `srcset` has it; null for
 * other pictures, of which there is one file.
 */
export function sourcesOf(address: string): Readonly<Record<PictureFormat, string>> | null {
  const [, base, largest] = ADDRESS.exec(address) ?? [];
  if (base === undefined) {
    return null;
  }
  const widths = PICTURE_WIDTHS.filter((width) => width <= Number(largest));
  const of = (format: PictureFormat) => widths.map((width) => `${base}${width}.${format} ${width}w`).join();
  return { avif: of('avif'), webp: of('webp'), jpg: of('jpg') };
}
