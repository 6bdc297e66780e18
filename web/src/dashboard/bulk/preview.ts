import type { FoundPair } from '@perkex/contract/order-pairs.js';
import { dollarsToCents } from '@perkex/core/money.js';
import { lastSalesOf, priceQuestion } from '@perkex/core/panels/price-question.js';
import type { BadRow, TablePair } from './parse-table.js';

/** A pair that can be listed. */
export interface ListedPair extends TablePair {
  /** The client order id of its ask: the same however often it is sent. */
  readonly id: string;
  readonly found: FoundPair;
  /** The bid that it would sell to; null if it would rest. */
  readonly sellsAtCents: number | null;
  /** True for a further pair of the table with such a price: the bid may be gone by then. */
  readonly isBehindAnother: boolean;
  /** The market price that its price is far below; null for none. */
  readonly farBelowCents: number | null;
}

export interface Preview {
  readonly pairs: readonly ListedPair[];
  readonly bad: readonly BadRow[];
}

/** Combines the pairs of a table with what the market knows of them. */
export function previewOf(
  pairs: readonly TablePair[],
  found: readonly (FoundPair | 'several' | null)[],
  bad: readonly BadRow[],
  newId: () => string,
): Preview {
  const listed: ListedPair[] = [];
  const mistakes = [...bad];
  const selling = new Set<string>();
  for (const [index, pair] of pairs.entries()) {
    const match = found[index] ?? null;
    const mistake = mistakeOf(pair, match);
    if (mistake !== null || match === null || match === 'several') {
      mistakes.push({ line: pair.line, sentence: `Row ${pair.line}: ${mistake}` });
      continue;
    }
    const bidCents = dollarsToCents(match.highestBid);
    const sellsNow = bidCents >= pair.priceCents && bidCents > 0;
    const book = `${match.id}/${pair.size}`;
    listed.push({
      ...pair,
      id: newId(),
      found: match,
      sellsAtCents: sellsNow ? bidCents : null,
      isBehindAnother: sellsNow && selling.has(book),
      farBelowCents: referenceFor(pair, match),
    });
    if (sellsNow) {
      selling.add(book);
    }
  }
  return { pairs: listed, bad: mistakes.sort((one, other) => one.line - other.line) };
}

function mistakeOf({ product, size }: TablePair, found: FoundPair | 'several' | null): string | null {
  if (found === null) {
    return `no sneaker has the style code or number “${product}”.`;
  }
  if (found === 'several') {
    return `several sneakers match “${product}”. Use the number in the address of its page, such as #12.`;
  }
  if (!found.trades) {
    return `${found.name} cannot be traded now.`;
  }
  return found.hasSize ? null : `${found.name} has no size “${size}”.`;
}

function referenceFor({ priceCents, size }: TablePair, { lowestAsk, highestBid }: FoundPair): number | null {
  const market = {
    lowestAskCents: dollarsToCents(lowestAsk),
    highestBidCents: dollarsToCents(highestBid),
    isLowestAskOwn: false,
    isHighestBidOwn: false,
  };
  return priceQuestion('ask', priceCents, market, lastSalesOf(size, []))?.priceCents ?? null;
}
