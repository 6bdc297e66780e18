import { line, productNameField } from '@perkex/contract/fields.js';

const BRAND_LENGTH = 200;
const SHOWN_LENGTH = 60;

const brandField = line(BRAND_LENGTH);
/** By the most characters that they allow: to make one for each cell would take longer than all else of reading. */
const factFields = new Map<number, ReturnType<typeof line>>();

/** What is wrong with a product's name, as the calls see it; null for nothing. */
export function nameError(text: string): string | null {
  return errorOf(productNameField.safeParse(text), 'name', text);
}

/** What is wrong with a brand, which may be empty; null for nothing. */
export function brandError(text: string): string | null {
  return errorOf(brandField.safeParse(text), 'brand', text);
}

/** What is wrong with another text about a product, which may be empty; null for nothing. */
export function factError(text: string, column: string, maxLength: number): string | null {
  const field = factFields.get(maxLength) ?? line(maxLength);
  factFields.set(maxLength, field);
  return errorOf(field.safeParse(text), column, text);
}

interface Parsed {
  readonly error?: { readonly issues: readonly { readonly message: string }[] };
}

function errorOf({ error }: Parsed, column: string, text: string): string | null {
  if (error) {
    return text === ''
      ? `the ${column} is empty`
      : `the ${column} ${shown(text)} ${error.issues[0]?.message}`;
  }
  // Reading replaces bytes that are no UTF-8 by this character.
  return text.includes('\ufffd') ? `the ${column} ${shown(text)} is not UTF-8 text` : null;
}

/** A value of a file, quoted and shortened. */
export function shown(text: string): string {
  return `"${harmless(text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text)}"`;
}

/** A text from a file as a terminal can show it: what would steer the terminal is written as its code. */
export function harmless(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}
