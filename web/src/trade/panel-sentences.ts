import { formatPrice, MAX_PRICE_CENTS } from '@perkex/core/money.js';
import type { PanelHint, PanelView } from '@perkex/core/panels/panel.js';
import { missingSentence } from '../products/missing-sentence.js';
import type { TradeSide } from './trade-side.js';

type Flow = TradeSide['flow'];

/** Section 4, "Sell side" and "Buy side". */
const HINTS: Readonly<Record<Flow, Readonly<Record<PanelHint, string>>>> = {
  sell: {
    enter: 'Please enter your ask (Minimum ask is 1$)',
    start: 'You are not the lowest ask',
    best: 'You are the lowest ask',
    'not-best': 'You are not the lowest ask',
    now: "You're about to sell at the highest bid price",
    'nothing-now': 'NO BIDS AVAILABLE',
    'own-now': 'The highest bid is your own. Remove it before you sell now.',
  },
  buy: {
    enter: 'Please enter your bid (Minimum bid is 1$)',
    /** This spelling applies until the first input. */
    start: 'You are not the highest Bid',
    best: 'You are about to be the highest bidder',
    'not-best': 'You are not the highest bid',
    now: 'You are about to purchase this item for the lowest ask',
    'nothing-now': 'NO ASKS TO BUY FROM AVAILABLE',
    'own-now': 'The lowest ask is your own. Remove it before you buy now.',
  },
};

const CROSSING: Readonly<Record<Flow, Readonly<Record<'crosses' | 'crosses-own', string>>>> = {
  sell: {
    crosses: 'Your ask is at or below the highest bid: sell now, or ask for more.',
    'crosses-own': 'Your ask would sell to your own bid: ask for more, or remove that bid first.',
  },
  buy: {
    crosses: 'Your bid is at or above the lowest ask: buy now, or bid less.',
    'crosses-own': 'Your bid would buy your own ask: bid less, or remove that ask first.',
  },
};

/** The position of the price in the market. */
export function hintSentence(flow: Flow, hint: PanelHint): string {
  return HINTS[flow][hint];
}

/** The reason why the review button is disabled, unless the hint already says it. */
export function obstacleSentence(
  flow: Flow,
  { obstacle, missing }: Pick<PanelView, 'obstacle' | 'missing'>,
): string | null {
  switch (obstacle) {
    case null:
      return null;
    case 'too-high':
      return `The highest price is ${formatPrice(MAX_PRICE_CENTS)}.`;
    case 'moved':
      return 'The price has moved: accept the new one first.';
    case 'details-missing':
      return missingSentence(missing);
    default:
      return CROSSING[flow][obstacle];
  }
}
