/** Whom a sneaker is made for, in the order in which shops list it. */
export const KINDS = ['men', 'women', 'unisex', 'grade school', 'preschool', 'toddler'] as const;

export type Kind = (typeof KINDS)[number];

/** Names end with these, as on the box. */
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

/** Whom a product is made for, as its sizes and its name tell; null where they do not. */
export function kindOf(name: string, sizes: readonly string[]): Kind | null {
  const ending = /(?:^|[\s(])(GS|PS|TD|W|WMNS)\)?$/.exec(name)?.[1];
  if (ending) {
    return KIND_OF_ENDING[ending] ?? null;
  }
  const letters = new Set(sizes.map((size) => size.at(-1) ?? ''));
  const [letter = ''] = letters;
  return letters.size === 1 ? (KIND_OF_LETTER[letter] ?? null) : null;
}
