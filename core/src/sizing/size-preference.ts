import { convertSize, type Shoe } from './convert-size.js';

/** The systems in which people know their size. */
export const SIZE_SYSTEMS = ['us-men', 'us-women', 'uk', 'eu', 'cm'] as const;
export type SizeSystem = (typeof SIZE_SYSTEMS)[number];

/** How somebody reads sizes, and the US size that they wear, written as in the catalogue; null if they have not said. */
export interface SizePreference {
  readonly system: SizeSystem;
  readonly size: string | null;
}

export function isSizeSystem(value: unknown): value is SizeSystem {
  return SIZE_SYSTEMS.includes(value as SizeSystem);
}

/** A size of a shoe in a system; null where its brand's chart has none. */
export function sizeIn(system: SizeSystem, shoe: Shoe, size: string): string | null {
  const { usMen, usWomen, ...others } = convertSize(shoe, size);
  switch (system) {
    case 'us-men':
      return usMen;
    case 'us-women':
      return usWomen;
    default:
      return others[system];
  }
}

/** What a size in a system is called: 'EU 42.5', '27 cm'. */
function sizeName(system: SizeSystem, size: string): string {
  return system === 'cm' ? `${size} cm` : `${SYSTEM_NAMES[system]} ${size}`;
}

/** Short, as they stand before a size or above a column of sizes. */
export const SYSTEM_NAMES: Readonly<Record<SizeSystem, string>> = {
  'us-men': 'US M',
  'us-women': 'US W',
  uk: 'UK',
  eu: 'EU',
  cm: 'cm',
};

/**
 * What stands beside a catalogue's size for somebody who reads another system: 'EU 42.5'. Null where that would be
 * nothing new, or where the brand's chart has none.
 */
export function shownSize({ system }: SizePreference, shoe: Shoe, size: string): string | null {
  if (systemOfUsSize(size) === system) {
    return null;
  }
  const converted = sizeIn(system, shoe, size);
  return converted === null ? null : sizeName(system, converted);
}

/** The system that a catalogue's size is written in itself; null for those of children. */
export function systemOfUsSize(size: string): SizeSystem | null {
  return SYSTEM_BY_LETTER[size.replace(/^[\d.]+/, '')] ?? null;
}

const SYSTEM_BY_LETTER: Readonly<Record<string, SizeSystem>> = { '': 'us-men', W: 'us-women' };

/** A shoe with the sizes it comes in. */
export interface SizedShoe extends Shoe {
  readonly sizes: readonly string[];
}

/**
 * Which of a shoe's sizes somebody's own size is: the same one, or in another run the one that the brand's chart sets
 * beside it (a women's 10.5 is a men's 9 of Nike). Null where there is none.
 */
export function sizeFor({ size: own }: SizePreference, shoe: SizedShoe): string | null {
  if (own === null || shoe.sizes.includes(own)) {
    return own;
  }
  const [, number = '', letter = ''] = /^([\d.]+)(\D?)$/.exec(own) ?? [];
  const system = RUN_SYSTEMS[letter];
  if (system === undefined) {
    return null;
  }
  return shoe.sizes.find((size) => sizeIn(system, shoe, size) === number) ?? null;
}

/** In which system a run's numbers are found in other runs; those of small children stand in none. Youth has men's. */
const RUN_SYSTEMS: Readonly<Record<string, SizeSystem>> = { '': 'us-men', Y: 'us-men', W: 'us-women' };
