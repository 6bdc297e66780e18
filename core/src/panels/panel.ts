import { isPriceCents } from '../money.js';
import { parsePriceInput } from '../price-input.js';

/** The pause in typing after which a price that would trade at once changes the mode (section 9). */
export const SMART_SWITCH_PAUSE_MS = 1_500;

/** 'place': the trader names a price. 'now': the price is the best opposite order's. */
export type PanelMode = 'place' | 'now';

/** Validates a mode from storage or a history entry. */
export function isPanelMode(mode: unknown): mode is PanelMode {
  return mode === 'place' || mode === 'now';
}

/** The best prices of the size; 0 for none. */
export interface PanelMarket {
  readonly lowestAskCents: number;
  readonly highestBidCents: number;
  /** True if a purchase, or a sale, would cross the trader's own order: self-trading is refused. */
  readonly isLowestAskOwn: boolean;
  readonly isHighestBidOwn: boolean;
}

/** A setting that a trader lacks for an order of this side. */
export type MissingDetail = 'payout' | 'payment' | 'shipping';

/** The user or visitor in front of the panel. A visitor lacks nothing: the review button leads to the login. */
export interface PanelTrader {
  readonly isLoggedIn: boolean;
  readonly missing: readonly MissingDetail[];
}

export interface PanelState {
  readonly mode: PanelMode;
  /** The price that the trader named; it stays when the mode changes. */
  readonly ownPriceCents: number;
  /**
   * The price of 'now' that the trader has seen or accepted; 0 before there is one. A market move replaces it only by
   * a better price.
   */
  readonly seenPriceCents: number;
  /** The seen price that a better one has replaced; null if the trader has seen no other in this mode. */
  readonly replacedPriceCents: number | null;
  /** The number of inputs. It distinguishes the pause after this input from earlier pauses. */
  readonly inputs: number;
  /** True if the named price would trade at once with another user and the switch waits for a pause. */
  readonly isSwitchDue: boolean;
  readonly market: PanelMarket;
  readonly trader: PanelTrader;
}

export type PanelEvent =
  | { readonly type: 'typed'; readonly text: string }
  /** Nothing was typed for `SMART_SWITCH_PAUSE_MS` after the input of this number. */
  | { readonly type: 'typing-paused'; readonly inputs: number }
  | { readonly type: 'mode-chosen'; readonly mode: PanelMode }
  /** The trader accepts the moved price. */
  | { readonly type: 'price-accepted'; readonly priceCents: number }
  | { readonly type: 'market-moved'; readonly market: PanelMarket }
  | { readonly type: 'trader-changed'; readonly trader: PanelTrader };

/** How a price compares with the market (section 4). For the trader's own price: */
export type PanelHint =
  /** No price yet. */
  | 'enter'
  /** The initial price of a bid. */
  | 'start'
  | 'best'
  | 'not-best'
  /** For the price of 'now': */
  | 'now'
  | 'nothing-now'
  | 'own-now';

/** The reason why an order cannot be reviewed, if the hint does not state it. */
export type PanelObstacle = 'too-high' | 'crosses' | 'crosses-own' | 'moved' | 'details-missing';

/** The data that the screen shows. */
export interface PanelView {
  readonly mode: PanelMode;
  /** Null if 'now' has no order to trade with. */
  readonly priceCents: number | null;
  /** The moved price of 'now', which must be accepted before a review; null unless the price has become worse. */
  readonly movedPriceCents: number | null;
  /** The earlier price of 'now' that the shown, better one has replaced; null if none was. */
  readonly replacedPriceCents: number | null;
  readonly isInputDisabled: boolean;
  readonly hint: PanelHint;
  readonly canReview: boolean;
  readonly obstacle: PanelObstacle | null;
  /** The settings that a trader with a valid price still lacks for a review; otherwise empty. */
  readonly missing: readonly MissingDetail[];
}

/** The differences between the ask/sell panel and the bid/buy panel (section 4). */
export interface PanelSide {
  /** The initial value of the price input. */
  readonly startPriceCents: (market: PanelMarket) => number;
  /** The price of 'now'; 0 for none. */
  readonly priceNowCents: (market: PanelMarket) => number;
  /** True if a price of 'now' is better for the trader than another. */
  readonly isBetter: (priceCents: number, otherCents: number) => boolean;
  /** True if an order of this side at this price would trade at once. */
  readonly crosses: (priceCents: number, market: PanelMarket) => boolean;
  /** True if 'now' would cross the trader's own order. */
  readonly crossesOwn: (market: PanelMarket) => boolean;
  /** The hint for a price that the trader has named. */
  readonly hintOfPrice: (state: PanelState) => PanelHint;
}

export interface Panel {
  /** @param namedPriceCents a price that the trader named before, which counts as the first input */
  start(market: PanelMarket, trader: PanelTrader, mode?: PanelMode, namedPriceCents?: number): PanelState;
  next(state: PanelState, event: PanelEvent): PanelState;
  view(state: PanelState): PanelView;
}

/** The state machine of both panels: every state handles every event. */
export function createPanel(side: PanelSide): Panel {
  const crossesNow = ({ ownPriceCents, market }: PanelState) =>
    ownPriceCents > 0 && side.crosses(ownPriceCents, market);
  const tradesAtOnce = (state: PanelState) => crossesNow(state) && !side.crossesOwn(state.market);

  function start(
    market: PanelMarket,
    trader: PanelTrader,
    mode: PanelMode = 'place',
    namedPriceCents?: number,
  ): PanelState {
    const ownPriceCents = namedPriceCents ?? side.startPriceCents(market);
    const inputs = namedPriceCents === undefined ? 0 : 1;
    const seenPriceCents = mode === 'now' ? side.priceNowCents(market) : 0;
    const seen = { seenPriceCents, replacedPriceCents: null };
    const state = { mode, ownPriceCents, ...seen, inputs, isSwitchDue: false, market, trader };
    return { ...state, isSwitchDue: inputs > 0 && mode === 'place' && tradesAtOnce(state) };
  }

  function next(state: PanelState, event: PanelEvent): PanelState {
    switch (event.type) {
      case 'typed':
        return state.mode === 'now' ? state : typed(state, event.text);
      case 'typing-paused':
        return event.inputs === state.inputs && state.isSwitchDue ? inMode(state, 'now') : state;
      case 'mode-chosen':
        // Going back by hand to a crossing price means changing it: no switch until the next input.
        return inMode(state, event.mode);
      case 'price-accepted':
        return event.priceCents === side.priceNowCents(state.market)
          ? { ...state, seenPriceCents: event.priceCents, replacedPriceCents: null }
          : state;
      case 'market-moved':
        return marketMoved(state, event.market);
      case 'trader-changed':
        return { ...state, trader: event.trader };
    }
  }

  /** Entering 'now' shows the current price. */
  function inMode(state: PanelState, mode: PanelMode): PanelState {
    const after = { ...state, mode, isSwitchDue: false };
    return mode === 'now' && state.mode !== 'now'
      ? { ...after, seenPriceCents: side.priceNowCents(state.market), replacedPriceCents: null }
      : after;
  }

  function typed(state: PanelState, text: string): PanelState {
    const after = { ...state, ownPriceCents: parsePriceInput(text), inputs: state.inputs + 1 };
    return { ...after, isSwitchDue: tradesAtOnce(after) };
  }

  function marketMoved(state: PanelState, market: PanelMarket): PanelState {
    const after = { ...state, market, ...seenAfterMove(state, market) };
    const begins = tradesAtOnce(after) && !tradesAtOnce(state);
    const isSwitchDue = state.mode === 'place' && tradesAtOnce(after) && (state.isSwitchDue || begins);
    return { ...after, isSwitchDue };
  }

  /** The first price and a better one apply at once. A worse one waits until the trader accepts it. */
  function seenAfterMove(
    { mode, seenPriceCents, replacedPriceCents }: PanelState,
    market: PanelMarket,
  ): Pick<PanelState, 'seenPriceCents' | 'replacedPriceCents'> {
    const priceCents = side.priceNowCents(market);
    if (mode === 'now' && seenPriceCents === 0) {
      return { seenPriceCents: priceCents, replacedPriceCents };
    }
    const canTrade = mode === 'now' && priceCents > 0 && !side.crossesOwn(market);
    return canTrade && side.isBetter(priceCents, seenPriceCents)
      ? { seenPriceCents: priceCents, replacedPriceCents: seenPriceCents }
      : { seenPriceCents, replacedPriceCents };
  }

  function hintOf(state: PanelState): PanelHint {
    if (state.mode === 'place') {
      return state.ownPriceCents === 0 ? 'enter' : side.hintOfPrice(state);
    }
    if (side.priceNowCents(state.market) === 0) {
      return 'nothing-now';
    }
    return side.crossesOwn(state.market) ? 'own-now' : 'now';
  }

  /** The price shown in 'now': the one that the trader has seen; null if there is none. */
  function shownPriceCents({ seenPriceCents, market }: PanelState): number | null {
    return side.priceNowCents(market) === 0 ? null : seenPriceCents;
  }

  function movedPriceCents({ mode, seenPriceCents, market }: PanelState): number | null {
    const priceCents = side.priceNowCents(market);
    const canTrade = mode === 'now' && priceCents > 0 && !side.crossesOwn(market);
    return canTrade && priceCents !== seenPriceCents ? priceCents : null;
  }

  /** The obstacle of a price with an acceptable hint; null if the price is good. */
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
    return side.crossesOwn(state.market) ? 'crosses-own' : 'crosses';
  }

  return {
    start,
    next,
    view(state) {
      const isNow = state.mode === 'now';
      const { trader } = state;
      const hint = hintOf(state);
      const isRefused = REFUSING_HINTS.includes(hint);
      const priceProblem = isRefused ? null : priceObstacle(state);
      const isPriceGood = !isRefused && priceProblem === null;
      const isReplaced = isNow && isPriceGood;
      const obstacle = isPriceGood && !isReady(trader) ? 'details-missing' : priceProblem;
      return {
        mode: state.mode,
        priceCents: isNow ? shownPriceCents(state) : state.ownPriceCents,
        movedPriceCents: movedPriceCents(state),
        replacedPriceCents: isReplaced ? state.replacedPriceCents : null,
        isInputDisabled: isNow,
        hint,
        canReview: isPriceGood && obstacle === null,
        obstacle,
        missing: isPriceGood ? trader.missing : [],
      };
    },
  };
}

/** The hints of prices that cannot be ordered. */
const REFUSING_HINTS: readonly PanelHint[] = ['enter', 'nothing-now', 'own-now'];

/** True if a logged-in user lacks nothing. A visitor is asked to log in after naming a good price. */
export function isReady({ isLoggedIn, missing }: PanelTrader): boolean {
  return !isLoggedIn || missing.length === 0;
}
