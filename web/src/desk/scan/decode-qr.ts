import decode from 'qr/decode.js';

/** Reads the QR code in a picture; null for none. */
export function decodeQr(pixels: Pick<ImageData, 'width' | 'height' | 'data'>): string | null {
  try {
    return decode(pixels);
  } catch {
    // Most pictures of a camera show no code.
    return null;
  }
}
