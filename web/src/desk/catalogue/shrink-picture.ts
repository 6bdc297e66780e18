import { MAX_PICTURE_UPLOAD_BYTES } from '@perkex/contract/desk-catalogue.js';
import { drawSmaller } from '../../ui/draw-smaller.js';

/** More than any picture of a page has: a portrait of this height is as wide as the widest of these. */
const MAX_SIDE = 1_920;
const QUALITY = 0.9;
/** Sent within seconds, also by a slow connection. */
const SMALL_BYTES = 700_000;

/** A picture that takes long to send, smaller if possible; others unchanged. Null if it is too large to be sent. */
export async function shrinkPicture(file: Blob): Promise<Blob | null> {
  if (file.size <= SMALL_BYTES) {
    return file;
  }
  const smaller = await redraw(file).catch(() => null);
  const picture = smaller !== null && smaller.size < file.size ? smaller : file;
  return picture.size <= MAX_PICTURE_UPLOAD_BYTES ? picture : null;
}

/** @throws Error if this browser cannot read the picture */
async function redraw(file: Blob): Promise<Blob | null> {
  const canvas = await drawSmaller(file, MAX_SIDE);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}
