import { CARRIERS, trackingNumberOf } from '@perkex/core/deals/carriers.js';
import { dealCode, parseDealCode } from '@perkex/core/deals/deal-code.js';

/** A deal's code as its papers have it, however it was typed or scanned; null for any other text. */
export function canonicalCode(text: string): string | null {
  const code = parseDealCode(text);
  // The id begins as the code says; the rest of it is in no code.
  return code && dealCode({ productId: code.productId, id: code.firstId });
}

/** The number of the product, and the beginning of the rest. */
const TYPED = /^\d{1,9}-[0-9A-Z]{4}(-|$)/;
/** As a scanner reads it; without its check character, which is what may be wrong. */
const SCANNED = /^[1-9]\d{0,8}[0-9A-Z]{17}$/;

/** True for a text that is meant as the code of a deal, and is none: it is incomplete, or a character is wrong. */
export function isWrongCode(text: string): boolean {
  const isTracking = CARRIERS.some((carrier) => trackingNumberOf(carrier, text) !== null);
  const code = text.trim().toUpperCase();
  return canonicalCode(code) === null && !isTracking && (TYPED.test(code) || SCANNED.test(code));
}
