import { isPriceCents } from '../money.js';
import { parsePriceInput } from '../price-input.js';

/** How long typing has to rest before a price that would trade at once changes the mode (section 9). */
export const SMART_SWITCH_PAUSE_MS = 1_500;

/** 'place': the person names a price. 'now': the best opposite order is the price. */
export type PanelMode = 'place' | 'now';

/** For what comes from a storage or a history, where anything may stand. */
export function isPanelMode(mode: unknown): mode is PanelMode {
  return mode === 'place' || mode === 'now';
}

/** The best prices of the size, 0 for none. */
export interface PanelMarket {
  readonly lowestAskCents: number;
  readonly highestBidCents: number;
  /** Whether the order that a purchase, or a sale, would meet is the person's own: nobody trades with themselves. */
  readonly isLowestAskOwn: boolean;
  readonly isHighestBidOwn: boolean;
}

/** What a person still has to set before an order of this side. */
export type MissingDetail = 'payout' | 'payment' | 'shipping';

/** Who sits before the panel. Nothing is missing from a visitor: the review button leads to the login. */
export interface PanelTrader {
  readonly isLoggedIn: boolean;
  readonly missing: readonly MissingDetail[];
}

export interface PanelState {
  readonly mode: PanelMode;
  /** The price that the person named; it stays when the mode changes. */
  readonly ownPriceCents: number;
  /** The price of 'now' that the person has seen or accepted, 0 before there was one. The market does not move it. */
  readonly seenPriceCents: number;
  /** How many inputs there were. It tells the pause after this input from the pauses after earlier ones. */
  readonly inputs: number;
  /** Whether the named price would trade at once with somebody else and the switch waits for a pause. */
  readonly isSwitchDue: boolean;
  readonly market: PanelMarket;
  readonly trader: PanelTrader;
}

export type PanelEvent =
  | { readonly type: 'typed'; readonly text: string }
  /** Nothing was typed for `SMART_SWITCH_PAUSE_MS` after the input of this number. */
  | { readonly type: 'typing-paused'; readonly inputs: number }
  | { readonly type: 'mode-chosen'; readonly mode: PanelMode }
  /** The person takes the price that the market has moved to. */
  | { readonly type: 'price-accepted'; readonly priceCents: number }
  | { readonly type: 'market-moved'; readonly market: PanelMarket }
  | { readonly type: 'trader-changed'; readonly trader: PanelTrader };

/** How the price stands in the market (section 4): of the person's own price, … */
export type PanelHint =
  /** There is none yet. */
  | 'enter'
  /** It is the one that a bid starts at. */
  | 'start'
  | 'best'
  | 'not-best'
  /** … and of the market's. */
  | 'now'
  | 'nothing-now'
  | 'own-now';

/** Why an order cannot be reviewed, where the hint does not say it. */
export type PanelObstacle = 'too-high' | 'crosses' | 'meets-own' | 'moved' | 'details-missing';

/** What the screen draws. */
export interface PanelView {
  readonly mode: PanelMode;
  /** Null when 'now' finds nothing to trade with. */
  readonly priceCents: number | null;
  /** What the price of 'now' has become: it has to be accepted before a review. Null while it is as shown. */
  readonly movedPriceCents: number | null;
  readonly isInputDisabled: boolean;
  readonly hint: PanelHint;
  readonly canReview: boolean;
  readonly obstacle: PanelObstacle | null;
  /** What the trader has to set before this price, which is good, can be reviewed; otherwise empty. */
  readonly missing: readonly MissingDetail[];
}

/** What tells the two sides apart: the ask/sell panel and the bid/buy panel (section 4). */
export interface PanelSide {
  /** What the price input starts at. */
  readonly startPriceCents: (market: PanelMarket) => number;
  /** The price of 'now', 0 for none. */
  readonly priceNowCents: (market: PanelMarket) => number;
  /** Whether an order of this side at this price would trade at once. */
  readonly crosses: (priceCents: number, market: PanelMarket) => boolean;
  /** Whether the order that 'now' would meet is the person's own. */
  readonly meetsOwn: (market: PanelMarket) => boolean;
  /** The hint of a price that the person has named. */
  readonly hintOfPrice: (state: PanelState) => PanelHint;
}

export interface Panel {
  /** @param namedPriceCents a price that the person named before, which counts as their first input */
  start(market: PanelMarket, trader: PanelTrader, mode?: PanelMode, namedPriceCents?: number): PanelState;
  next(state: PanelState, event: PanelEvent): PanelState;
  view(state: PanelState): PanelView;
}

/** The state machine that both panels are: every pair of a state and an event has a next state. */
export function createPanel(side: PanelSide): Panel {
  const crossesNow = ({ ownPriceCents, market }: PanelState) =>
    ownPriceCents > 0 && side.crosses(ownPriceCents, market);
  const tradesAtOnce = (state: PanelState) => crossesNow(state) && !side.meetsOwn(state.market);

  function start(
    market: PanelMarket,
    trader: PanelTrader,
    mode: PanelMode = 'place',
    namedPriceCents?: number,
  ): PanelState {
    const ownPriceCents = namedPriceCents ?? side.startPriceCents(market);
    const inputs = namedPriceCents === undefined ? 0 : 1;
    const seenPriceCents = mode === 'now' ? side.priceNowCents(market) : 0;
    const state = { mode, ownPriceCents, seenPriceCents, inputs, isSwitchDue: false, market, trader };
    return { ...state, isSwitchDue: inputs > 0 && mode === 'place' && tradesAtOnce(state) };
  }

  function next(state: PanelState, event: PanelEvent): PanelState {
    switch (event.type) {
      case 'typed':
        return state.mode === 'now' ? state : typed(state, event.text);
      case 'typing-paused':
        return event.inputs === state.inputs && state.isSwitchDue ? inMode(state, 'now') : state;
      case 'mode-chosen':
        // Whoever goes back by hand to a price that crosses wants to change it: no switch until the next input.
        return inMode(state, event.mode);
      case 'price-accepted':
        return event.priceCents === side.priceNowCents(state.market)
          ? { ...state, seenPriceCents: event.priceCents }
          : state;
      case 'market-moved':
        return marketMoved(state, event.market);
      case 'trader-changed':
        return { ...state, trader: event.trader };
    }
  }

  /** Whoever enters 'now' sees the price of the moment. */
  function inMode(state: PanelState, mode: PanelMode): PanelState {
    const isEntered = mode === 'now' && state.mode !== 'now';
    const seenPriceCents = isEntered ? side.priceNowCents(state.market) : state.seenPriceCents;
    return { ...state, mode, seenPriceCents, isSwitchDue: false };
  }

  function typed(state: PanelState, text: string): PanelState {
    const after = { ...state, ownPriceCents: parsePriceInput(text), inputs: state.inputs + 1 };
    return { ...after, isSwitchDue: tradesAtOnce(after) };
  }

  function marketMoved(state: PanelState, market: PanelMarket): PanelState {
    const isFirstPrice = state.mode === 'now' && state.seenPriceCents === 0;
    const seenPriceCents = isFirstPrice ? side.priceNowCents(market) : state.seenPriceCents;
    const after = { ...state, market, seenPriceCents };
    const begins = tradesAtOnce(after) && !tradesAtOnce(state);
    const isSwitchDue = state.mode === 'place' && tradesAtOnce(after) && (state.isSwitchDue || begins);
    return { ...after, isSwitchDue };
  }

  function hintOf(state: PanelState): PanelHint {
    if (state.mode === 'place') {
      return state.ownPriceCents === 0 ? 'enter' : side.hintOfPrice(state);
    }
    if (side.priceNowCents(state.market) === 0) {
      return 'nothing-now';
    }
    return side.meetsOwn(state.market) ? 'own-now' : 'now';
  }

  /** Of 'now': the price that the person has seen, for as long as there is one. */
  function shownPriceCents({ seenPriceCents, market }: PanelState): number | null {
    return side.priceNowCents(market) === 0 ? null : seenPriceCents;
  }

  function movedPriceCents({ mode, seenPriceCents, market }: PanelState): number | null {
    const priceCents = side.priceNowCents(market);
    const canTrade = mode === 'now' && priceCents > 0 && !side.meetsOwn(market);
    return canTrade && priceCents !== seenPriceCents ? priceCents : null;
  }

  /** Of a price that the hint finds nothing wrong with; null: it is good. */
  function priceObstacle(state: PanelState): PanelObstacle | null {
    if (state.mode === 'now') {
      return movedPriceCents(state) === null ? null : 'moved';
    }
    if (!isPriceCents(state.ownPriceCents)) {
      return 'too-high';
    }
    if (!crossesNow(state)) {
      return null;
    }
    return side.meetsOwn(state.market) ? 'meets-own' : 'crosses';
  }

  return {
    start,
    next,
    view(state) {
      const isNow = state.mode === 'now';
      const { trader } = state;
      const hint = hintOf(state);
      const isRefused = REFUSING_HINTS.includes(hint);
      const ofPrice = isRefused ? null : priceObstacle(state);
      const isPriceGood = !isRefused && ofPrice === null;
      const obstacle = isPriceGood && !isReady(trader) ? 'details-missing' : ofPrice;
      return {
        mode: state.mode,
        priceCents: isNow ? shownPriceCents(state) : state.ownPriceCents,
        movedPriceCents: movedPriceCents(state),
        isInputDisabled: isNow,
        hint,
        canReview: isPriceGood && obstacle === null,
        obstacle,
        missing: isPriceGood ? trader.missing : [],
      };
    },
  };
}

/** Hints of prices that no order can have. */
const REFUSING_HINTS: readonly PanelHint[] = ['enter', 'nothing-now', 'own-now'];

/** The conditions for logged-in users; a visitor is asked to log in when the price is good. */
export function isReady({ isLoggedIn, missing }: PanelTrader): boolean {
  return !isLoggedIn || missing.length === 0;
}
