import {
  centsToDollars,
  dollarsToCents,
  isPriceCents,
  MAX_PRICE_CENTS,
  MIN_PRICE_CENTS,
} from '@perkex/core/money.js';
import * as z from 'zod/mini';

/** The last two are no characters of XML, which banks read. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are refused
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f\ufffe\uffff]/;

/** A line of text that a database, a screen and XML can hold: no control characters, no lone surrogates. */
export function line(maxLength: number, message = 'must be text') {
  return z.string(message).check(
    z.maxLength(maxLength, `must have at most ${maxLength} characters`),
    z.refine((text) => !CONTROL_CHARACTERS.test(text), 'must not contain control characters'),
    z.refine((text) => text.isWellFormed(), 'must be well-formed text'),
  );
}

/** A line of text that must not be empty; `message` is the form's message for an empty one (section 5). */
export function requiredLine(maxLength: number, message: string) {
  return line(maxLength, message).check(
    z.refine((text) => text.trim() !== '', { error: message, abort: true }),
  );
}

export const uidField = requiredLine(128, 'must name a user');
export const productNameField = requiredLine(200, 'must name a product');
export const sizeField = requiredLine(8, 'must name a size');

export const MIN_SEARCH_LENGTH = 2;
const MAX_SEARCH_LENGTH = 200;
/** The words of a member's search. */
export const searchField = line(MAX_SEARCH_LENGTH).check(
  z.refine((text) => text.trim().length >= MIN_SEARCH_LENGTH, 'must have at least 2 characters'),
);

export const MAX_CODE_LENGTH = 40;
/** The code of a deal on its papers, with or without its hyphens. */
export const codeField = requiredLine(MAX_CODE_LENGTH, 'must be the code of a deal');

/** A file in base64. */
export function base64Field(maxBytes: number) {
  return z.string('must be a file in base64').check(
    z.maxLength(base64Length(maxBytes), `must have at most ${maxBytes} bytes`),
    z.refine((text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text), 'must be in base64'),
  );
}

/** The largest body of a call with a file in base64, and with other fields of at most `othersBytes`. */
export function bodyBytesWithFile(maxBytes: number, othersBytes = 1_000): number {
  return base64Length(maxBytes) + othersBytes;
}

function base64Length(bytes: number): number {
  return Math.ceil(bytes / 3) * 4;
}

/** An order's id, created by the client: a UUID in any case, stored in lower case. */
export const orderIdField = z.guid('must be a UUID').check(z.toLowerCase());

/** The number of a product. */
export const productIdField = z
  .int('must be the id of a product')
  .check(z.gte(1, 'must be the id of a product'), z.lte(2 ** 31 - 1, 'must be the id of a product'));

/** Marks an issue as a wrong price rather than a wrong body. */
export const INVALID_PRICE = 'invalid-price';

/** A price on the wire, in whole dollars. Every number parses; the check refuses those outside the limits. */
export const priceField = z
  .custom<number>((value) => typeof value === 'number', 'must be a number')
  .check(
    z.refine((dollars) => isPriceCents(dollarsToCents(dollars)), {
      error: `must be whole dollars from 1 to ${centsToDollars(MAX_PRICE_CENTS)}`,
      params: { code: INVALID_PRICE },
    }),
  )
  // The meaning of the checks above, for the documentation.
  .register(z.globalRegistry, {
    type: 'integer',
    minimum: centsToDollars(MIN_PRICE_CENTS),
    maximum: centsToDollars(MAX_PRICE_CENTS),
  });

/** Part of a payload (section 3), but the server uses its own value. */
export const ignoredField = z.optional(z.unknown());
