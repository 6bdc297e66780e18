import { askPanel } from '@perkex/core/panels/ask-panel.js';
import { seller } from '../api/user-data.js';
import { paths } from '../links/paths.js';
import { sellerFeeBreakdown } from '../products/fee-breakdown.js';
import { METHOD_NAMES } from './method-names.js';
import type { TradeSide } from './trade-side.js';

const SHIPPED =
  'Once the buyer has paid, you ship the pair to us within 3 working days. We pay you as soon as it is verified.';
const PENALTY =
  'If you do not ship it, or it does not pass, the penalty is 15% of the price, and at least 15$.';

/** Selling: 'place' is an ask, 'now' a sale to the highest bid (section 4, "Sell side"). */
export const sellSide: TradeSide = {
  flow: 'sell',
  title: 'Sell',
  orderSide: 'ask',
  panel: askPanel,
  tiles: {
    title: 'Highest Bids',
    priceName: 'highest bid',
    colour: 'text-bid',
    bestClass: 'bg-bid',
    bestName: 'Highest',
    priceCents: ({ highestBidCents }) => highestBidCents,
  },
  inputName: 'Enter Ask',
  modes: {
    place: {
      toggle: 'Place Ask',
      reviewButton: 'Review Ask',
      reviewTitle: 'Review Ask',
      prompt: 'Please confirm your ask details below',
      priceName: 'Your ask price',
      confirmButton: 'CONFIRM ASK',
      next: [
        'Your ask stays open until a buyer takes it or you remove it.',
        'When it sells, the bell tells you at once, and the receipt is on your Selling page.',
      ],
      nextOfDeal: [SHIPPED, PENALTY, 'An ask that has traded is binding.'],
    },
    now: {
      toggle: 'Sell Now',
      reviewButton: 'Review Sale',
      reviewTitle: 'Review Sale',
      prompt: 'Please confirm your sale details below',
      priceName: 'Your sale price',
      confirmButton: 'CONFIRM SALE',
      next: [
        'You sell at once to the highest bid, never for less than this price.',
        'If no bid is left at this price by then, nothing is sold, and we let you know.',
        'The receipt is then on your Selling page.',
      ],
      nextOfDeal: [SHIPPED, PENALTY, 'You can undo the sale for ten minutes. Then it is binding.'],
    },
  },
  nextWithoutDeals: 'PerkeX does not handle shipping or payout yet: nothing is sent or paid out.',
  fees: sellerFeeBreakdown,
  trader: seller,
  details: [
    {
      name: 'Payout',
      text: ({ payout }) => (payout.type === '' ? 'Set Your Payout!' : 'Payout Method: Active'),
      full: ({ payout }) =>
        payout.type === '' ? [] : [['Payout Method: Active'], [METHOD_NAMES[payout.type]]],
    },
  ],
  checks: {
    labels: [
      'My sneakers are new, unworn with the original, undamaged box.',
      'I will ship within 2 business days of sale to avoid penalties.',
    ],
    areFixed: false,
  },
  backFromReview: 'Back',
  path: paths.sell,
  dashboard: paths.selling,
};
