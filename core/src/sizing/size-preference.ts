import { convertSize, type Shoe } from './convert-size.js';

/** The size systems that a user can choose. */
export const SIZE_SYSTEMS = ['us-men', 'us-women', 'uk', 'eu', 'cm'] as const;
export type SizeSystem = (typeof SIZE_SYSTEMS)[number];

/** A user's size system and own US size, written as in the catalogue; null if not set. */
export interface SizePreference {
  readonly system: SizeSystem;
  readonly size: string | null;
}

export function isSizeSystem(value: unknown): value is SizeSystem {
  return SIZE_SYSTEMS.includes(value as SizeSystem);
}

/** A size of a shoe in a system; null where the brand's chart has none. */
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

/** A size with its system: 'EU 42.5', '27 cm'. */
function sizeName(system: SizeSystem, size: string): string {
  return system === 'cm' ? `${size} cm` : `${SYSTEM_NAMES[system]} ${size}`;
}

/** Short names, shown before a size or above a column of sizes. */
export const SYSTEM_NAMES: Readonly<Record<SizeSystem, string>> = {
  'us-men': 'US M',
  'us-women': 'US W',
  uk: 'UK',
  eu: 'EU',
  cm: 'cm',
};

/**
 * The text beside a catalogue size for a user of another system: 'EU 42.5'. Null if it would repeat the size, or if the
 * brand's chart has none.
 */
export function shownSize({ system }: SizePreference, shoe: Shoe, size: string): string | null {
  if (systemOfUsSize(size) === system) {
    return null;
  }
  const converted = sizeIn(system, shoe, size);
  return converted === null ? null : sizeName(system, converted);
}

/** The system of a catalogue size; null for children's sizes. */
export function systemOfUsSize(size: string): SizeSystem | null {
  return SYSTEM_BY_LETTER[size.replace(/^[\d.]+/, '')] ?? null;
}

const SYSTEM_BY_LETTER: Readonly<Record<string, SizeSystem>> = { '': 'us-men', W: 'us-women' };

/** A shoe with the sizes it comes in. */
export interface SizedShoe extends Shoe {
  readonly sizes: readonly string[];
}

/**
 * Finds a user's own size among the sizes of a shoe: the same size, or the equivalent in another run by the brand's
 * chart (a women's 10.5 is a men's 9 at Nike). Null if there is none.
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

/** The system by which a run's numbers are found in other runs. Youth uses men's; small children's sizes have none. */
const RUN_SYSTEMS: Readonly<Record<string, SizeSystem>> = { '': 'us-men', Y: 'us-men', W: 'us-women' };
