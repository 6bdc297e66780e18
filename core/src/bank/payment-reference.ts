import { checkDigits, hasCheckDigits } from './check-digits.js';

/** Crockford's base 32: no letter that is easily read as a digit. */
const CHARACTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BASE = BigInt(CHARACTERS.length);
const PREFIX = 'RF';
const LENGTH = 12;
const GROUPS = /.{4}/g;

/** A reference anywhere in a text, also within another match. */
const IN_TEXT = /(?=(RF\d\d[0-9A-Z]{12}))/g;

/** The number of different references. */
const REFERENCES = BASE ** BigInt(LENGTH);

/**
 * A creditor reference (ISO 11649) such as `RF18 7K3M 9QX2 TB4D`, without its spaces. Buyers name it in a bank
 * transfer. Its two check digits detect each wrong character, and all but one in a hundred of other mistakes.
 */
export function paymentReference(number: bigint): string {
  let characters = '';
  for (let rest = number % REFERENCES; characters.length < LENGTH; rest /= BASE) {
    characters = CHARACTERS.charAt(Number(rest % BASE)) + characters;
  }
  return `${PREFIX}${checkDigits(PREFIX, characters)}${characters}`;
}

/** A reference in groups of four, as people read it. */
export function groupedReference(reference: string): string {
  return (reference.match(GROUPS) ?? [reference]).join(' ');
}

/**
 * The valid references in a text, each once. People and banks add words, spaces and hyphens, and mistake O for 0 and I
 * or L for 1.
 */
export function referencesIn(text: string): string[] {
  const characters = text.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
  const found = [...characters.matchAll(IN_TEXT)].map(([, match = '']) => readable(match));
  return [...new Set(found.filter(hasCheckDigits))];
}

function readable(reference: string): string {
  return PREFIX + reference.slice(PREFIX.length).replaceAll('O', '0').replaceAll(/[IL]/g, '1');
}
