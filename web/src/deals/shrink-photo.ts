import { MAX_PHOTO_BYTES } from '@perkex/contract/photo-limits.js';
import { drawSmaller } from '../ui/draw-smaller.js';

/** The longest side in pixels: the label of a box that fills the photo can be read. */
const MAX_SIDE = 1600;
const QUALITIES = [0.8, 0.6, 0.4];
const BASE64_PER_BYTE = 4 / 3;

/**
 * Makes a photo of a camera small enough to be sent: a JPEG as a `data:` URL.
 * @throws Error if the file is not a picture that this browser can read
 */
export async function shrinkPhoto(file: Blob): Promise<string> {
  const canvas = await drawSmaller(file, MAX_SIDE);
  for (const quality of QUALITIES) {
    const image = canvas.toDataURL('image/jpeg', quality);
    if (contentOf(image).length < MAX_PHOTO_BYTES * BASE64_PER_BYTE) {
      return image;
    }
  }
  throw new Error('The photo cannot be made small enough.');
}

/** The base64 of a `data:` URL. */
export function contentOf(image: string): string {
  return image.slice(image.indexOf(',') + 1);
}
