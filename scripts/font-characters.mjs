/**
 * The characters of nearly all sentences and names. With its headers, their font file fits the first packets of a
 * connection.
 */
export const COMMON = [
  characters(0x30, 0x39),
  characters(0x41, 0x5a),
  characters(0x61, 0x7a),
  ' !"#$%&\'()*+,-./:;=?@_·×–’“”…•−\u00a0',
  'çé', // as in names of sneakers
].join('');
/** The other characters on most keyboards of Latin letters, and our other signs. */
export const RARE = [...`${characters(0x21, 0x7e)}${characters(0xa1, 0xff)}—‘→←€`]
  .filter((character) => !COMMON.includes(character))
  .join('');

/** Characters as a CSS `unicode-range`. */
export function unicodeRange(characters) {
  const points = [...characters].map((character) => character.codePointAt(0)).sort((a, b) => a - b);
  const ranges = [];
  for (const point of points) {
    const last = ranges.at(-1);
    if (last && last[1] === point - 1) {
      last[1] = point;
    } else {
      ranges.push([point, point]);
    }
  }
  const hex = (point) => point.toString(16).toUpperCase();
  return ranges
    .map(([first, last]) => (first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`))
    .join(', ');
}

function characters(first, last) {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('');
}
