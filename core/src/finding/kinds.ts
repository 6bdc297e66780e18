/** The audiences of sneakers, in display order. */
export const KINDS = ['men', 'women', 'unisex', 'grade school', 'preschool', 'toddler'] as const;

export type Kind = (typeof KINDS)[number];

/** Endings of names, as printed on boxes. */
const KIND_OF_ENDING: Readonly<Record<string, Kind>> = {
  GS: 'grade school',
  PS: 'preschool',
  TD: 'toddler',
  W: 'women',
  WMNS: 'women',
};

const KIND_OF_LETTER: Readonly<Record<string, Kind>> = {
  Y: 'grade school',
  K: 'preschool',
  C: 'toddler',
  W: 'women',
};

/** The audience of a product, derived from its sizes and name; null if unknown. */
export function kindOf(name: string, sizes: readonly string[]): Kind | null {
  const ending = /(?:^|[\s(])(GS|PS|TD|W|WMNS)\)?$/.exec(name)?.[1];
  if (ending) {
    return KIND_OF_ENDING[ending] ?? null;
  }
  const letters = new Set(sizes.map((size) => size.at(-1) ?? ''));
  const [letter = ''] = letters;
  return letters.size === 1 ? (KIND_OF_LETTER[letter] ?? null) : null;
}
