/** The widths of a picture's files, in pixels. No file is larger than the original. */
export const PICTURE_WIDTHS = [160, 320, 640, 1280] as const;

export type PictureWidth = (typeof PICTURE_WIDTHS)[number];

/** The formats of a picture's files, the smallest files first, by extension. */
export const PICTURE_FORMATS = ['avif', 'webp', 'jpg'] as const;

export type PictureFormat = (typeof PICTURE_FORMATS)[number];

export const PICTURE_PATH = '/pictures/';

/** The name of one file of a picture. Its prefix changes with the picture. */
export function pictureName(hash: string, width: PictureWidth, format: PictureFormat): string {
  return `${hash}-${width}.${format}`;
}

/** The names of all files that a picture may have. */
export function pictureNames(hash: string): string[] {
  return PICTURE_WIDTHS.flatMap((width) => PICTURE_FORMATS.map((format) => pictureName(hash, width, format)));
}

/** The narrowest width that shows a picture of this width in full; the largest width for any wider one. */
export function largestWidth(width: number): PictureWidth {
  return PICTURE_WIDTHS.find((made) => made >= width) ?? 1280;
}

const NAME = /^[0-9a-f]{32}-(?:160|320|640|1280)\.(?:avif|webp|jpg)$/;

/** True if it can be the prefix of file names. */
export function isPictureHash(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

/** True if it can be the name of a picture's file. */
export function isPictureName(text: string): boolean {
  return NAME.test(text);
}

/** The width of a product's picture on a page, as a `sizes` attribute. */
export const PICTURE_SIZES = {
  page: '(min-width: 1280px) 600px, (min-width: 768px) 50vw, 100vw',
  slide: '(min-width: 768px) 480px, 80vw',
  card: '(min-width: 768px) 280px, 45vw',
  row: '96px',
} as const;

const ADDRESS = /^(\/pictures\/[0-9a-f]{32}-)(\d+)\.jpg$/;

/**
 * The files of a product's picture for a browser to choose from, as a `srcset` attribute; null for pictures that are
 * not ours and have only one file.
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

const DRAWING = /^(\/drawings\/\d+)\.svg(\?.*)?$/;

/** The address of another view of a drawing; null for other pictures. */
export function drawnView(thumbnail: string, view: 'front' | 'top' | 'heel'): string | null {
  const [, base, version = ''] = DRAWING.exec(thumbnail) ?? [];
  return base === undefined ? null : `${base}/${view}.svg${version}`;
}

/** The picture that shows a product large: a drawing from the front, any other as it is. */
export function largePicture(thumbnail: string): string {
  return drawnView(thumbnail, 'front') ?? thumbnail;
}
