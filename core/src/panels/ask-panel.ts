import { createPanel } from './panel.js';

const HINTS = {
  enter: 'Please enter your ask (Minimum ask is 1$)',
  lowest: 'You are the lowest ask',
  notLowest: 'You are not the lowest ask',
} as const;

/** The ask/sell panel (section 4, "Sell side"): 'place' is 'Place Ask', 'now' is 'Sell Now'. */
export const askPanel = createPanel({
  startPriceCents: ({ lowestAskCents }) => lowestAskCents,
  priceNowCents: ({ highestBidCents }) => highestBidCents,
  crosses: (askCents, { highestBidCents }) => askCents <= highestBidCents,
  meetsOwn: ({ isHighestBidOwn }) => isHighestBidOwn,
  hintOfPrice({ ownPriceCents, market: { lowestAskCents } }) {
    if (ownPriceCents === 0) {
      return HINTS.enter;
    }
    return lowestAskCents === 0 || ownPriceCents < lowestAskCents ? HINTS.lowest : HINTS.notLowest;
  },
  hintNow: "You're about to sell at the highest bid price",
  hintNothingNow: 'NO BIDS AVAILABLE',
  hintOwnNow: 'The highest bid is your own. Remove it before you sell now.',
  crossingObstacle: 'Your ask is at or below the highest bid: sell now, or ask for more.',
  ownObstacle: 'Your ask would sell to your own bid: ask for more, or remove that bid first.',
});
