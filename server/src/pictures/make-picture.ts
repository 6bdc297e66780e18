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

// Only these decoders of the library read untrusted bytes.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
});

/** As large as a camera's pictures. Decoded, such a picture takes 200 MB. */
const MAX_PIXELS = 50_000_000;
const LEAST_SIDE = 64;
/** The maximum ratio of the sides. A longer strip shows no shoe, and some formats cannot store it. */
const LONGEST_SHAPE = 4;
const NO_PICTURE = 'it is not a JPEG, PNG, WebP or AVIF';

const PLACEHOLDER_WIDTH = 16;

/** Increase it when the files are made differently: browsers cache a picture by its name for a year. */
const RECIPE = 1;

/** A picture with all its files. */
export interface MadePicture {
  /** The prefix of the names of its files. */
  readonly hash: string;
  /** The width of the largest file, in pixels. */
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

/** The longest side of a photo at the desk, in pixels: a label that fills it can be read. */
const PHOTO_SIDE = 1600;

/** The encoding for each extension, with a quality that suits a shop's photographs. */
const ENCODE: Readonly<Record<PictureFormat, (picture: Sharp) => Sharp>> = {
  avif: (picture) => picture.avif({ quality: 55, effort: 2 }),
  webp: (picture) => picture.webp({ quality: 80 }),
  jpg: (picture) => picture.jpeg({ quality: 82, mozjpeg: true }),
};

/** The prefix of the names of a picture's files. Equal bytes have equal names. */
function hashOf(original: Buffer): string {
  return createHash('sha256').update(`${RECIPE}:`).update(original).digest('hex').slice(0, 32);
}

/**
 * Makes all files of a picture: upright, in sRGB, and without metadata.
 * @param original untrusted bytes
 * @throws PictureError if they are not a picture of a product
 */
export async function makePicture(original: Buffer): Promise<MadePicture> {
  return decoded(original, async (upright) => {
    const largest = await upright
      .resize({ width: 1280, withoutEnlargement: true })
      // Most cut-out shoes were photographed on white. A transparent picture would show the placeholder behind it.
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
    // One at a time: in parallel they would take all cores from other processes.
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
  });
}

/**
 * Makes the file of a photo at the desk: a JPEG, upright, in sRGB, and without metadata.
 * @param original untrusted bytes
 * @throws PictureError if they are not a photo
 */
export async function makePhoto(original: Buffer): Promise<Buffer> {
  return decoded(original, async (upright) =>
    upright
      .resize({ width: PHOTO_SIDE, height: PHOTO_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .jpeg({ quality: 82 })
      .toBuffer(),
  );
}

/** Decodes a picture upright. @throws PictureError if it is refused or damaged */
async function decoded<Made>(original: Buffer, make: (upright: Sharp) => Promise<Made>): Promise<Made> {
  const stripped = stripPng(original);
  const { width, height } = await checkedSize(stripped);
  try {
    return await make(sharp(stripped, { limitInputPixels: MAX_PIXELS, pages: 1 }).autoOrient());
  } catch (error) {
    throw new PictureError(`its ${width} × ${height} pixels cannot be read: ${firstLine(error)}`);
  }
}

/** Checks the header of a picture before any pixels are decoded. @returns its size in pixels */
async function checkedSize(original: Buffer): Promise<{ width: number; height: number }> {
  const { format, compression, pages = 1, width, height } = await headOf(original);
  const isKnown = ['jpeg', 'png', 'webp'].includes(format) || (format === 'heif' && compression === 'av1');
  if (!isKnown) {
    throw new PictureError(NO_PICTURE);
  }
  if (pages > 1) {
    throw new PictureError('it is animated');
  }
  if (width * height > MAX_PIXELS) {
    throw new PictureError(`it has ${width} × ${height} pixels, more than ${MAX_PIXELS / 1_000_000} million`);
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
    return await sharp(original, { limitInputPixels: false }).metadata(); // `checkedSize` enforces the limit
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
