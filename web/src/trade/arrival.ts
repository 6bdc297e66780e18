import { isPriceCents } from '@perkex/core/money.js';
import { isPanelMode, type PanelMode } from '@perkex/core/panels/panel.js';
import type { ReviewedOrder } from '../api/orders.js';
import { reviewedOrderIn } from '../session/unfinished-order.js';

/** The navigation state of the order flow (section 2), without the figures, which are read with the product. */
export interface Arrival {
  readonly mode: PanelMode;
  readonly size: string | null;
  /** A price that was named before. */
  readonly priceCents: number | null;
  /** The order under review; null on the steps before. */
  readonly review: ReviewedOrder | null;
}

/** Reads the state of a history entry, which may hold anything. */
export function readArrival(state: unknown): Arrival {
  const { bid, mode, size, priceCents, review } = recordOf(state);
  return {
    mode: modeOf(mode) ?? (bid === false ? 'now' : 'place'),
    size: typeof size === 'string' ? size : null,
    priceCents: priceOf(priceCents),
    review: reviewedOrderIn(review),
  };
}

/** The fields of such a state; none if it is not an object. */
export function recordOf(state: unknown): Readonly<Record<string, unknown>> {
  return typeof state === 'object' && state !== null ? { ...state } : {};
}

function modeOf(mode: unknown): PanelMode | null {
  return isPanelMode(mode) ? mode : null;
}

function priceOf(priceCents: unknown): number | null {
  return typeof priceCents === 'number' && isPriceCents(priceCents) ? priceCents : null;
}
