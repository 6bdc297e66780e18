import { formatPrice } from '@perkex/core/money.js';
import type { OrderCall, Side } from '@perkex/core/order-book/order.js';
import { sideOf } from '@perkex/core/order-book/order.js';
import type { OrderAnswer } from './order-command.js';

/**
 * The sentence that a toast shows for an accepted order: what really happened, at which price. A late one says what
 * became of the order when it arrived; by now it may be closed.
 */
export function orderSentence(
  answer: Extract<OrderAnswer, { kind: 'rested' | 'traded' }>,
  order: {
    readonly call: OrderCall;
    readonly name: string;
    readonly size: string;
    readonly priceCents: number;
    readonly late: boolean;
  },
): string {
  const side = sideOf(order.call);
  const item = `${order.name}, size ${order.size}`;
  if (answer.kind === 'rested') {
    return `Your ${side} of ${formatPrice(order.priceCents)} for ${item} ${order.late ? 'was' : 'is'} placed.`;
  }
  const price = formatPrice(answer.priceCents);
  return side === 'ask' ? `You sold ${item} for ${price}.` : `You bought ${item} for ${price}.`;
}

/** The sentence that a toast shows for a removed order. Names the order: several may be removed in a row. */
export function cancellationSentence(
  side: Side,
  { name, size, priceCents }: { readonly name: string; readonly size: string; readonly priceCents: number },
): string {
  return `Your ${side} of ${formatPrice(priceCents)} for ${name}, size ${size} was removed.`;
}
