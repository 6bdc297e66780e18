import type { Side } from '@perkex/core/order-book/order.js';
import { MAX_COUNTED_AHEAD, type QueuePlace } from '@perkex/core/panels/queue-place.js';

const BEST: Readonly<Record<Side, string>> = { bid: 'highest bid', ask: 'lowest ask' };

/** The orders at better prices, which trade first. */
const BETTER: Readonly<Record<Side, string>> = { bid: 'higher', ask: 'lower' };

/**
 * The place of an order in its queue, such as '8th in line: 5 higher, 2 earlier', or 'highest bid' without any ahead.
 */
export function queueText(side: Side, { ahead, rank }: QueuePlace): string {
  const earlier = rank - 1;
  const counts = [
    [ahead - earlier, BETTER[side]],
    [earlier, 'earlier'],
  ] as const;
  const parts = counts.filter(([count]) => count > 0).map(([count, word]) => `${countText(count)} ${word}`);
  return ahead === 0 ? BEST[side] : `${ordinal(ahead + 1)} in line: ${parts.join(', ')}`;
}

/** The same for an order with more orders ahead than are counted. */
export const FAR_BACK_TEXT = `more than ${countText(MAX_COUNTED_AHEAD)} pairs ahead`;

function countText(count: number): string {
  return count.toLocaleString('en-US');
}

function ordinal(number: number): string {
  const lastTwo = number % 100;
  const suffix = lastTwo >= 11 && lastTwo <= 13 ? 'th' : (SUFFIXES[number % 10] ?? 'th');
  return `${countText(number)}${suffix}`;
}

const SUFFIXES: readonly (string | undefined)[] = [undefined, 'st', 'nd', 'rd'];
