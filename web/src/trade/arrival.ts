import { isPrice } from '@perkex/core/money.js';
import { isPanelMode, type PanelMode } from '@perkex/core/panels/panel.js';
import type { ReviewedOrder } from '../api/orders.js';
import { reviewedOrderIn } from '../session/unfinished-order.js';

/** What the order flow was opened with (section 2). The bids by size and the lowest ask come fresh with the product. */
export interface Arrival {
  readonly mode: PanelMode;
  readonly size: string | null;
  /** A price that the person named before, in whole dollars. */
  readonly price: number | null;
  /** The order under review; null on the steps before. */
  readonly review: ReviewedOrder | null;
}

/** Reads a history entry's state. Any page may have put anything there, so that nothing of it is taken for granted. */
export function readArrival(state: unknown): Arrival {
  const { bid, mode, size, price, review } = recordOf(state);
  return {
    mode: modeOf(mode) ?? (bid === false ? 'now' : 'place'),
    size: typeof size === 'string' ? size : null,
    price: priceOf(price),
    review: reviewedOrderIn(review),
  };
}

/** The fields of a history entry's state, none if it is something else. */
export function recordOf(state: unknown): Readonly<Record<string, unknown>> {
  return typeof state === 'object' && state !== null ? { ...state } : {};
}

function modeOf(mode: unknown): PanelMode | null {
  return isPanelMode(mode) ? mode : null;
}

function priceOf(price: unknown): number | null {
  return typeof price === 'number' && isPrice(price) ? price : null;
}
