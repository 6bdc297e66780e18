import { line, productNameField } from '@perkex/contract/fields.js';

const BRAND_LENGTH = 200;
const SHOWN_LENGTH = 60;

const brandField = line(BRAND_LENGTH);
/** Fields by maximum length: creating one per cell would take longer than all other reading. */
const factFields = new Map<number, ReturnType<typeof line>>();

/** The error of a product's name, by the rules of the calls; null for none. */
export function nameError(text: string): string | null {
  return errorOf(productNameField.safeParse(text), 'name', text);
}

/** The error of a brand, which may be empty; null for none. */
export function brandError(text: string): string | null {
  return errorOf(brandField.safeParse(text), 'brand', text);
}

/** The error of another product text, which may be empty; null for none. */
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
  // Decoding replaces invalid UTF-8 with this character.
  return text.includes('\ufffd') ? `the ${column} ${shown(text)} is not UTF-8 text` : null;
}

/** A value of a file for a message, quoted and shortened. */
export function shown(text: string): string {
  return `"${harmless(text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text)}"`;
}

/** A text from a file for a terminal, with control characters escaped. */
export function harmless(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}
