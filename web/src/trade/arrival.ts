import { dollarsToCents, isPriceCents } from '@perkex/core/money.js';
import { isLifetime, type LifetimeDays } from '@perkex/core/order-book/lifetime.js';
import { isPanelMode, type PanelMode } from '@perkex/core/panels/panel.js';
import type { ReplacedOrder, ReviewedOrder } from '../api/orders.js';
import type { BuyMode } from '../links/paths.js';
import { areSizes, isReplacedOrder, reviewedOrderIn } from '../orders/unfinished-order.js';

/** The starting point of the order flow (section 2), without the figures, which are read with the product. */
export interface Arrival {
  readonly mode: PanelMode;
  readonly size: string | null;
  /** A price that was chosen before. */
  readonly priceCents: number | null;
  /** The open order that the new one replaces. */
  readonly replaces: ReplacedOrder | undefined;
  /** A lifetime that was chosen before. */
  readonly expiresIn: LifetimeDays | null;
  /** True for an ask that is listed again if its buyer does not pay; null if nothing was chosen before. */
  readonly isRelisting: boolean | null;
  /** Other sizes that were chosen before. */
  readonly otherSizes: readonly string[];
  /** The order under review; null in the earlier steps. */
  readonly review: ReviewedOrder | null;
}

/** Reads the address of a history entry, and its state, which may hold anything and has precedence. */
export function readArrival(address: URLSearchParams, state: unknown): Arrival {
  const { bid, mode, size, priceCents, replaces, expiresIn, isRelisting, otherSizes, review } =
    recordOf(state);
  return {
    mode: modeOf(mode) ?? modeOfBid(bid) ?? (buyModeIn(address) === 'now' ? 'now' : 'place'),
    size: address.get('size') ?? (typeof size === 'string' ? size : null),
    priceCents: priceCents === undefined ? priceIn(address) : priceOf(priceCents),
    replaces: isReplacedOrder(replaces) ? replaces : undefined,
    expiresIn: isLifetime(expiresIn) ? expiresIn : null,
    isRelisting: typeof isRelisting === 'boolean' ? isRelisting : null,
    otherSizes: areSizes(otherSizes) ? otherSizes : [],
    review: reviewedOrderIn(review),
  };
}

/** The fields of such a state; none if it is not an object. */
export function recordOf(state: unknown): Readonly<Record<string, unknown>> {
  return typeof state === 'object' && state !== null ? { ...state } : {};
}

/** The mode in an address (`paths.buy`), if any. */
export function buyModeIn(address: URLSearchParams): BuyMode | undefined {
  const mode = address.get('mode');
  return mode === 'bid' || mode === 'now' ? mode : undefined;
}

/** The price in an address, in whole dollars, which someone else may have written: it is only proposed. */
function priceIn(address: URLSearchParams): number | null {
  const text = address.get('price') ?? '';
  return /^\d{1,7}$/.test(text) ? priceOf(dollarsToCents(Number(text))) : null;
}

function modeOf(mode: unknown): PanelMode | null {
  return isPanelMode(mode) ? mode : null;
}

function modeOfBid(bid: unknown): PanelMode | null {
  return typeof bid === 'boolean' ? (bid ? 'place' : 'now') : null;
}

function priceOf(priceCents: unknown): number | null {
  return typeof priceCents === 'number' && isPriceCents(priceCents) ? priceCents : null;
}
