import { createPanel } from './panel.js';

/** The ask/sell panel (section 4, "Sell side"): 'place' is 'Place Ask', 'now' is 'Sell Now'. */
export const askPanel = createPanel({
  startPriceCents: ({ lowestAskCents }) => lowestAskCents,
  priceNowCents: ({ highestBidCents }) => highestBidCents,
  isBetter: (priceCents, otherCents) => priceCents > otherCents,
  crosses: (askCents, { highestBidCents }) => askCents <= highestBidCents,
  crossesOwn: ({ isHighestBidOwn }) => isHighestBidOwn,
  hintOfPrice({ ownPriceCents, market: { lowestAskCents } }) {
    return lowestAskCents === 0 || ownPriceCents < lowestAskCents ? 'best' : 'not-best';
  },
});
