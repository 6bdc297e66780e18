import { isPrice } from '@perkex/core/money.js';
import { isPanelMode, type PanelMode } from '@perkex/core/panels/panel.js';
import type { Review } from '../session/unfinished-order.js';

/** What the order flow was opened with (section 2). The bids by size and the lowest ask come fresh with the product. */
export interface Arrival {
  readonly mode: PanelMode;
  readonly size: string | null;
  /** A price that the person named before, in whole dollars. */
  readonly price: number | null;
  readonly review: Review | null;
}

/** Reads a history entry's state. Any page may have put anything there, so that nothing of it is taken for granted. */
export function readArrival(state: unknown): Arrival {
  const { bid, mode, size, price, review } = recordOf(state);
  return {
    mode: modeOf(mode) ?? (bid === false ? 'now' : 'place'),
    size: typeof size === 'string' ? size : null,
    price: priceOf(price),
    review: readReview(review),
  };
}

/** The fields of a history entry's state, none if it is something else. */
export function recordOf(state: unknown): Readonly<Record<string, unknown>> {
  return typeof state === 'object' && state !== null ? { ...state } : {};
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

function readReview(review: unknown): Review | null {
  const { id, uid, mode, price, isChecked } = recordOf(review);
  const [knownMode, knownPrice] = [modeOf(mode), priceOf(price)];
  if (typeof id !== 'string' || !UUID.test(id) || knownMode === null || knownPrice === null) {
    return null;
  }
  return typeof uid === 'string'
    ? { id, uid, mode: knownMode, price: knownPrice, isChecked: isChecked === true }
    : null;
}

function modeOf(mode: unknown): PanelMode | null {
  return isPanelMode(mode) ? mode : null;
}

function priceOf(price: unknown): number | null {
  return typeof price === 'number' && isPrice(price) ? price : null;
}
