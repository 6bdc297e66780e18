import { sellerFees } from '@perkex/core/fees.js';
import { askPanel } from '@perkex/core/panels/ask-panel.js';
import { seller } from '../api/user-data.js';
import { paths } from '../links/paths.js';
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
    },
    now: {
      toggle: 'Sell Now',
      reviewButton: 'Review Sale',
      reviewTitle: 'Review Sale',
      prompt: 'Please confirm your sale details below',
      priceName: 'Your sale price',
      confirmButton: 'CONFIRM SALE',
    },
  },
  fees(priceCents) {
    const fees = sellerFees(priceCents);
    const lines = [
      { name: 'Transaction Fee (9,5%)', amountCents: fees.transactionFeeCents },
      { name: 'Payment Proc. (3%)', amountCents: fees.processingFeeCents },
      { name: 'Shipping', amountCents: fees.shippingCents },
    ];
    return { lines, totalCents: fees.totalCents };
  },
  trader: seller,
  details: [
    {
      name: 'Payout',
      text: ({ payout }) => (payout.type === '' ? 'Set Your Payout!' : 'Payout Method: Active'),
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
