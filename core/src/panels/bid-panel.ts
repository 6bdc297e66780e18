import { createPanel } from './panel.js';

/** The bid/buy panel (section 4, "Buy side"): 'place' is 'Place Bid', 'now' is 'Buy Now'. */
export const bidPanel = createPanel({
  startPriceCents: ({ highestBidCents }) => highestBidCents,
  priceNowCents: ({ lowestAskCents }) => lowestAskCents,
  isBetter: (priceCents, otherCents) => priceCents < otherCents,
  crosses: (bidCents, { lowestAskCents }) => lowestAskCents > 0 && bidCents >= lowestAskCents,
  crossesOwn: ({ isLowestAskOwn }) => isLowestAskOwn,
  hintOfPrice({ ownPriceCents, inputs, market: { highestBidCents } }) {
    if (inputs === 0) {
      return 'start';
    }
    return ownPriceCents > highestBidCents ? 'best' : 'not-best';
  },
});
