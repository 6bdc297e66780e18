import { createPanel } from './panel.js';

const HINTS = {
  enter: 'Please enter your bid (Minimum bid is 1$)',
  /** Spelt so until the first input. */
  initial: 'You are not the highest Bid',
  highest: 'You are about to be the highest bidder',
  notHighest: 'You are not the highest bid',
} as const;

/** The bid/buy panel (section 4, "Buy side"): 'place' is 'Place Bid', 'now' is 'Buy Now'. */
export const bidPanel = createPanel({
  startPriceCents: ({ highestBidCents }) => highestBidCents,
  priceNowCents: ({ lowestAskCents }) => lowestAskCents,
  crosses: (bidCents, { lowestAskCents }) => lowestAskCents > 0 && bidCents >= lowestAskCents,
  meetsOwn: ({ isLowestAskOwn }) => isLowestAskOwn,
  hintOfPrice({ ownPriceCents, inputs, market: { highestBidCents } }) {
    if (ownPriceCents === 0) {
      return HINTS.enter;
    }
    if (inputs === 0) {
      return HINTS.initial;
    }
    return ownPriceCents > highestBidCents ? HINTS.highest : HINTS.notHighest;
  },
  hintNow: 'You are about to purchase this item for the lowest ask',
  hintNothingNow: 'NO ASKS TO BUY FROM AVAILABLE',
  hintOwnNow: 'The lowest ask is your own. Remove it before you buy now.',
  crossingObstacle: 'Your bid is at or above the lowest ask: buy now, or bid less.',
  ownObstacle: 'Your bid would buy your own ask: bid less, or remove that ask first.',
});
