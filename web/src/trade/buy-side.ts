import { buyerFees } from '@perkex/core/fees.js';
import { bidPanel } from '@perkex/core/panels/bid-panel.js';
import { buyer } from '../api/user-data.js';
import { paths } from '../links/paths.js';
import type { TradeSide } from './trade-side.js';

/** Buying: 'place' is a bid, 'now' a purchase at the lowest ask (section 4, "Buy side"). */
export const buySide: TradeSide = {
  flow: 'buy',
  title: 'Buy',
  orderSide: 'bid',
  panel: bidPanel,
  tiles: {
    title: 'Lowest Asks',
    priceName: 'lowest ask',
    colour: 'text-ask',
    priceCents: ({ lowestAskCents }) => lowestAskCents,
  },
  inputName: 'Enter Bid',
  modes: {
    place: {
      toggle: 'Place Bid',
      reviewButton: 'Review Bid',
      reviewTitle: 'Review Bid',
      prompt: 'Please confirm your bid details below',
      priceName: 'Your Bid',
      confirmButton: 'PLACE BID',
    },
    now: {
      toggle: 'Buy Now',
      reviewButton: 'Review Buy',
      reviewTitle: 'Review Order',
      prompt: 'Please confirm your purchase details below',
      priceName: 'Your Purchase Price',
      confirmButton: 'PLACE ORDER',
    },
  },
  fees(priceCents) {
    const fees = buyerFees(priceCents);
    const lines = [
      { name: 'Processing Fee', amountCents: fees.processingFeeCents },
      { name: 'Shipping', amountCents: fees.shippingCents },
    ];
    return { lines, totalCents: fees.totalCents };
  },
  trader: buyer,
  details: [
    { name: 'Payment', text: ({ payment }) => payment.type || 'Set Your Payment!' },
    { name: 'Shipping', text: ({ shipping }) => shipping.street || 'Set Your Shipping!' },
  ],
  checks: { labels: ['New & Unworn', 'In Original Box', 'PerkeX Verified'], areFixed: true },
  backFromReview: 'BACK',
  path: paths.buy,
  dashboard: paths.buying,
};
