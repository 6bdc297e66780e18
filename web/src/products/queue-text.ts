import { priceText } from '@perkex/core/market/price-text.js';
import type { Side } from '@perkex/core/order-book/order.js';
import { MAX_COUNTED_AHEAD, type QueuePlace } from '@perkex/core/panels/queue-place.js';

const BEST: Readonly<Record<Side, string>> = { bid: 'highest bid', ask: 'lowest ask' };

/** The place of an order in its queue, such as '3rd at 240$, 7 pairs ahead', or 'highest bid' without any ahead. */
export function queueText(side: Side, priceCents: number, { ahead, rank }: QueuePlace): string {
  return ahead === 0 ? BEST[side] : `${ordinal(rank)} at ${priceText(priceCents)}, ${pairsText(ahead)} ahead`;
}

/** The same for an order with more orders ahead than are counted. */
export const FAR_BACK_TEXT = `more than ${pairsText(MAX_COUNTED_AHEAD)} ahead`;

function pairsText(count: number): string {
  return count === 1 ? '1 pair' : `${count.toLocaleString('en-US')} pairs`;
}

function ordinal(number: number): string {
  const lastTwo = number % 100;
  const suffix = lastTwo >= 11 && lastTwo <= 13 ? 'th' : (SUFFIXES[number % 10] ?? 'th');
  return `${number.toLocaleString('en-US')}${suffix}`;
}

const SUFFIXES: readonly (string | undefined)[] = [undefined, 'st', 'nd', 'rd'];
