const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The sizes of a chunk's length and type before its data, and of the checksum after it, in bytes. */
const BEFORE_DATA = 8;
const AROUND_DATA = 12;

/** The chunks that affect the pixels: the image, its transparency, its colour space and its rotation. */
const PIXELS = 'IDAT';
const NEEDED_ONCE = ['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'eXIf', 'IEND'];

/**
 * Removes the chunks of a PNG that its pixels do not need, above all texts: a file of 7 MB can hold texts of some
 * gigabytes when decompressed. Any other file is returned unchanged. The decoder detects damage.
 */
export function stripPng(original: Buffer): Buffer {
  if (!original.subarray(0, SIGNATURE.length).equals(SIGNATURE)) {
    return original;
  }
  const needed = new Set(NEEDED_ONCE);
  const parts: Buffer[] = [SIGNATURE];
  let at = SIGNATURE.length;
  while (at + BEFORE_DATA <= original.length) {
    const end = at + AROUND_DATA + original.readUInt32BE(at);
    const type = original.toString('latin1', at + 4, at + BEFORE_DATA);
    if (type === PIXELS || needed.delete(type)) {
      parts.push(original.subarray(at, end));
    }
    at = end;
  }
  return Buffer.concat(parts);
}
