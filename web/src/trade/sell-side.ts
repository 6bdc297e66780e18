import { askPanel } from '@perkex/core/panels/ask-panel.js';
import { seller } from '../api/user-data.js';
import { paths } from '../links/paths.js';
import { sellerFeeBreakdown } from '../products/fee-breakdown.js';
import { STEP_WITHOUT_DEALS, STEPS_OF_OPEN_ORDER, stepsOfDeal, UNDO_STEP } from '../products/next-steps.js';
import { METHOD_NAMES } from './method-names.js';
import type { TradeSide } from './trade-side.js';

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
      next: STEPS_OF_OPEN_ORDER.ask,
      nextOfDeal: [...stepsOfDeal('ask', false), 'An ask that has traded is binding.'],
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
      nextOfDeal: [...stepsOfDeal('ask', true), UNDO_STEP.ask],
    },
  },
  nextWithoutDeals: STEP_WITHOUT_DEALS.ask,
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
