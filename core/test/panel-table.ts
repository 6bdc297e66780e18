import { expect } from 'vitest';
import { dollarsToCents } from '../src/money.js';
import type {
  Panel,
  PanelEvent,
  PanelHint,
  PanelMarket,
  PanelMode,
  PanelObstacle,
  PanelState,
  PanelTrader,
} from '../src/panels/panel.js';

/** The vocabulary of both panels' tables; prices are whole dollars. */

export const visitor: PanelTrader = { isLoggedIn: false, missing: [] };
/** A market without own orders. */
export const prices = (lowestAsk: number, highestBid: number): PanelMarket => ({
  lowestAskCents: dollarsToCents(lowestAsk),
  highestBidCents: dollarsToCents(highestBid),
  isLowestAskOwn: false,
  isHighestBidOwn: false,
});
export const market = prices(240, 200);
export const noBids = prices(240, 0);
export const noAsks = prices(0, 200);

export const typed = (text: string): PanelEvent => ({ type: 'typed', text });
export const paused = (inputs: number): PanelEvent => ({ type: 'typing-paused', inputs });
export const chosen = (mode: PanelMode): PanelEvent => ({ type: 'mode-chosen', mode });
export const accepted = (price: number): PanelEvent => ({
  type: 'price-accepted',
  priceCents: dollarsToCents(price),
});
export const moved = (to: PanelMarket): PanelEvent => ({ type: 'market-moved', market: to });
export const becomes = (trader: PanelTrader): PanelEvent => ({ type: 'trader-changed', trader });

/** The expected screen after the events of a line. */
export type Shown = [
  mode: PanelMode,
  price: number | null,
  hint: PanelHint,
  canReview: boolean,
  obstacle?: PanelObstacle | undefined,
  /** The moved price of 'now'. */
  movedPrice?: number | undefined,
  /** The earlier price of 'now' that a better one has replaced. */
  replacedPrice?: number,
];

export type Line = [
  what: string,
  market: PanelMarket,
  trader: PanelTrader,
  events: readonly PanelEvent[],
  ...shown: Shown,
];

/** A panel that opens with a price named before. */
export type RestoredLine = [
  what: string,
  market: PanelMarket,
  startMode: PanelMode,
  namedPrice: number,
  events: readonly PanelEvent[],
  ...shown: Shown,
];

/** Compares every field of the view after the events. */
export function expectShown(
  panel: Panel,
  start: PanelState,
  events: readonly PanelEvent[],
  [mode, price, hint, canReview, obstacle, movedPrice, replacedPrice]: Shown,
): void {
  const { missing, ...view } = panel.view(events.reduce(panel.next, start));
  expect(view).toEqual({
    mode,
    priceCents: price === null ? null : dollarsToCents(price),
    movedPriceCents: movedPrice === undefined ? null : dollarsToCents(movedPrice),
    replacedPriceCents: replacedPrice === undefined ? null : dollarsToCents(replacedPrice),
    hint,
    canReview,
    obstacle: obstacle ?? null,
    isInputDisabled: mode === 'now',
  });
  expect(canReview && missing.length > 0).toBe(false);
}
