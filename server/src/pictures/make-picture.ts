import { createHash } from 'node:crypto';
import {
  largestWidth,
  PICTURE_FORMATS,
  PICTURE_WIDTHS,
  type PictureFormat,
  pictureName,
} from '@perkex/contract/pictures.js';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { PictureError } from './picture-error.js';
import { stripPng } from './strip-png.js';

// Nothing but these is even looked at: the other readers of the library see no byte of what others send.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
});

/** What cameras make; a decoded picture of so many takes 200 MB. */
const MOST_PIXELS = 50_000_000;
const LEAST_SIDE = 64;
/** Of the longer side to the shorter one; a longer strip shows no shoe, and some formats cannot hold it. */
const LONGEST_SHAPE = 4;
const NO_PICTURE = 'it is no JPEG, PNG, WebP or AVIF';

const PLACEHOLDER_WIDTH = 16;

/** Raise it when the files are made in another way: browsers keep a picture for a year by its name. */
const RECIPE = 1;

/** A picture of which all files are made. */
export interface MadePicture {
  /** What the names of its files begin with. */
  readonly hash: string;
  /** In pixels, of the largest file. */
  readonly width: number;
  readonly height: number;
  /** A `data:` URL of a few hundred bytes. */
  readonly placeholder: string;
  readonly files: readonly PictureFile[];
}

export interface PictureFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** By the extension: how much of each a shop's photograph needs to look like itself. */
const ENCODE: Readonly<Record<PictureFormat, (picture: Sharp) => Sharp>> = {
  avif: (picture) => picture.avif({ quality: 55, effort: 2 }),
  webp: (picture) => picture.webp({ quality: 80 }),
  jpg: (picture) => picture.jpeg({ quality: 82, mozjpeg: true }),
};

/** What the names of a picture's files begin with. The same bytes have the same name. */
export function hashOf(original: Buffer): string {
  return createHash('sha256').update(`${RECIPE}:`).update(original).digest('hex').slice(0, 32);
}

/**
 * Makes all files of a picture: upright, in sRGB, and without what cameras and programs write into it.
 * @param original bytes that anybody may have sent
 * @throws PictureError when they are no picture of a product
 */
export async function makePicture(original: Buffer): Promise<MadePicture> {
  const stripped = stripPng(original);
  const { width, height } = await checkedSize(stripped);
  const upright = () => sharp(stripped, { limitInputPixels: MOST_PIXELS, pages: 1 }).autoOrient();
  try {
    const largest = await upright()
      .resize({ width: 1280, withoutEnlargement: true })
      // Most shoes that are cut out were photographed on white, and a placeholder would be seen through them.
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width: madeWidth, height: madeHeight, channels } = largest.info;
    const resized = (to: number) =>
      sharp(largest.data, { raw: { width: madeWidth, height: madeHeight, channels } }).resize({
        width: to,
        withoutEnlargement: true,
      });
    const hash = hashOf(original);
    const files: PictureFile[] = [];
    // One after the other: together they would take every core from whatever else this machine does.
    for (const made of PICTURE_WIDTHS.filter((one) => one <= largestWidth(madeWidth))) {
      for (const format of PICTURE_FORMATS) {
        const bytes = await ENCODE[format](resized(made)).toBuffer();
        files.push({ name: pictureName(hash, made, format), bytes });
      }
    }
    const blurred = await resized(PLACEHOLDER_WIDTH).webp({ quality: 30 }).toBuffer();
    return {
      hash,
      width: madeWidth,
      height: madeHeight,
      placeholder: `data:image/webp;base64,${blurred.toString('base64')}`,
      files,
    };
  } catch (error) {
    throw new PictureError(`its ${width} × ${height} pixels cannot be read: ${firstLine(error)}`);
  }
}

/** What the head of a picture says, before any of its pixels is read. */
async function checkedSize(original: Buffer): Promise<{ width: number; height: number }> {
  const { format, compression, pages = 1, width, height } = await headOf(original);
  const isKnown = ['jpeg', 'png', 'webp'].includes(format) || (format === 'heif' && compression === 'av1');
  if (!isKnown) {
    throw new PictureError(NO_PICTURE);
  }
  if (pages > 1) {
    throw new PictureError('it moves');
  }
  if (width * height > MOST_PIXELS) {
    throw new PictureError(
      `it has ${width} × ${height} pixels, more than ${MOST_PIXELS / 1_000_000} million`,
    );
  }
  if (Math.min(width, height) < LEAST_SIDE) {
    throw new PictureError(`it has only ${width} × ${height} pixels`);
  }
  if (Math.max(width, height) > LONGEST_SHAPE * Math.min(width, height)) {
    throw new PictureError(
      `it has ${width} × ${height} pixels, one side more than ${LONGEST_SHAPE} times as long as the other`,
    );
  }
  return { width, height };
}

async function headOf(original: Buffer): Promise<Metadata> {
  try {
    return await sharp(original, { limitInputPixels: false }).metadata(); // judged above, in our words
  } catch {
    throw new PictureError(NO_PICTURE);
  }
}

function firstLine(error: unknown): string {
  return (
    String((error as Error).message)
      .split('\n')[0]
      ?.trim() ?? ''
  );
}
