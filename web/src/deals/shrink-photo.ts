import { MAX_PHOTO_BYTES } from '@perkex/contract/photo-limits.js';
import { drawSmaller } from '../ui/draw-smaller.js';

/** The longest side in pixels: the label of a box that fills the photo can be read. */
const MAX_SIDE = 1600;
/** The qualities, best first, each with the largest photo that it is used for: a slow connection sends about 400 kB. */
const QUALITIES = [
  { quality: 0.8, maxBytes: 400_000 },
  { quality: 0.6, maxBytes: 600_000 },
  { quality: 0.4, maxBytes: MAX_PHOTO_BYTES },
] as const;
const BASE64_PER_BYTE = 4 / 3;

/**
 * Makes a photo of a camera small enough to be sent: a JPEG as a `data:` URL.
 * @throws Error if the file is not a picture that this browser can read
 */
export async function shrinkPhoto(file: Blob): Promise<string> {
  const canvas = await drawSmaller(file, MAX_SIDE);
  for (const { quality, maxBytes } of QUALITIES) {
    const image = canvas.toDataURL('image/jpeg', quality);
    if (contentOf(image).length < maxBytes * BASE64_PER_BYTE) {
      return image;
    }
  }
  throw new Error('The photo cannot be made small enough.');
}

/** The base64 of a `data:` URL. */
export function contentOf(image: string): string {
  return image.slice(image.indexOf(',') + 1);
}
