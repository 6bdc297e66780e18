import { MAX_PICTURE_UPLOAD_BYTES } from '@perkex/contract/desk-catalogue.js';
import { drawSmaller } from '../../ui/draw-smaller.js';

/** Wider than any picture of a page. */
const MAX_PIXELS = 2_400;
const QUALITY = 0.9;

/** A picture that is too large to be sent, smaller; others unchanged. Null if the browser cannot read it. */
export async function shrinkPicture(file: Blob): Promise<Blob | null> {
  if (file.size <= MAX_PICTURE_UPLOAD_BYTES) {
    return file;
  }
  try {
    const canvas = await drawSmaller(file, MAX_PIXELS);
    const smaller = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, 'image/jpeg', QUALITY),
    );
    return smaller !== null && smaller.size <= MAX_PICTURE_UPLOAD_BYTES ? smaller : null;
  } catch {
    return null;
  }
}
