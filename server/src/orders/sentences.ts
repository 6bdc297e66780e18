import { alternatives } from '@perkex/core/alternatives.js';
import { counted } from '@perkex/core/counted.js';
import { formatPrice } from '@perkex/core/money.js';
import type { LifetimeDays } from '@perkex/core/order-book/lifetime.js';
import type { OrderCall, Side } from '@perkex/core/order-book/order.js';
import { sideOf } from '@perkex/core/order-book/order.js';
import type { FoundOrder } from './find-order.js';
import type { OrderAnswer } from './order-command.js';

/**
 * The sentence of the toast for an accepted order: the result and the price. For a late one it is the result at its
 * arrival; the order may be closed by now.
 */
export function orderSentence(
  answer: { readonly kind: 'rested' } | { readonly kind: 'traded'; readonly priceCents: number },
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

/** The sentence of the toast for an accepted bid over several sizes. */
export function anySizeSentence(
  answer: Extract<OrderAnswer, { kind: 'group-rested' | 'group-traded' }>,
  {
    sizes,
    ...bid
  }: {
    readonly name: string;
    readonly sizes: readonly string[];
    readonly priceCents: number;
    readonly late: boolean;
  },
): string {
  if (answer.kind === 'group-traded') {
    return orderSentence(
      { kind: 'traded', priceCents: answer.priceCents },
      { ...bid, call: 'bid', size: answer.size },
    );
  }
  const { name, priceCents, late } = bid;
  return `Your bid of ${formatPrice(priceCents)} for ${name}, size ${alternatives(sizes)}, ${late ? 'was' : 'is'} placed.`;
}

/** The sentence of the toast for an order with another lifetime, or another choice whether it is listed again. */
export function extensionSentence(
  { side, name, size, priceCents }: Pick<FoundOrder, 'side' | 'name' | 'size' | 'priceCents'>,
  {
    expiresIn,
    relist,
  }: { readonly expiresIn: LifetimeDays | undefined; readonly relist: boolean | undefined },
): string {
  const changes = [
    ...(expiresIn === undefined ? [] : [`expires in ${counted(expiresIn, 'day')}`]),
    ...(relist === undefined ? [] : [`is ${relist ? '' : 'not '}listed again if the buyer does not pay`]),
  ];
  return `Your ${side} of ${formatPrice(priceCents)} for ${name}, size ${size} ${changes.join(', and ')}.`;
}

/** The sentence of the toast for a removed order. It names the order, since several may be removed in a row. */
export function cancellationSentence(
  side: Side,
  { name, size, priceCents }: { readonly name: string; readonly size: string; readonly priceCents: number },
): string {
  return `Your ${side} of ${formatPrice(priceCents)} for ${name}, size ${size} was removed.`;
}
