import { dealCode, parseDealCode } from '@perkex/core/deals/deal-code.js';

/** A deal's code as its papers have it, however it was typed or scanned; null for any other text. */
export function canonicalCode(text: string): string | null {
  const code = parseDealCode(text);
  // The id begins as the code says; the rest of it is in no code.
  return code && dealCode({ productId: code.productId, id: code.firstId });
}
