import type { Shipping } from '@perkex/contract/user-data.js';
import { bidPanel } from '@perkex/core/panels/bid-panel.js';
import { buyer } from '../api/user-data.js';
import { paths } from '../links/paths.js';
import { buyerFeeBreakdown } from '../products/fee-breakdown.js';
import { STEP_WITHOUT_DEALS, STEPS_OF_OPEN_ORDER, stepsOfDeal, UNDO_STEP } from '../products/next-steps.js';
import { METHOD_NAMES } from './method-names.js';
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
    bestClass: 'bg-ask',
    bestName: 'Lowest',
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
      next: STEPS_OF_OPEN_ORDER.bid,
      nextOfDeal: [...stepsOfDeal('bid', false), 'A bid that has traded is binding.'],
    },
    now: {
      toggle: 'Buy Now',
      reviewButton: 'Review Buy',
      reviewTitle: 'Review Order',
      prompt: 'Please confirm your purchase details below',
      priceName: 'Your Purchase Price',
      confirmButton: 'PLACE ORDER',
      next: [
        'You buy at once from the lowest ask, never for more than this price.',
        'If no ask is left at this price by then, nothing is bought, and we let you know.',
        'The receipt is then on your Buying page.',
      ],
      nextOfDeal: [...stepsOfDeal('bid', true), UNDO_STEP.bid],
    },
  },
  nextWithoutDeals: STEP_WITHOUT_DEALS.bid,
  fees: buyerFeeBreakdown,
  trader: buyer,
  details: [
    {
      name: 'Payment',
      text: ({ payment }) => payment.type || 'Set Your Payment!',
      full: ({ payment }) => (payment.type === '' ? [] : [[payment.type], [METHOD_NAMES[payment.type]]]),
    },
    {
      name: 'Shipping',
      text: ({ shipping }) => shipping.street || 'Set Your Shipping!',
      full: ({ shipping }) => (shipping.street === '' ? [] : addressLines(shipping)),
    },
  ],
  checks: { labels: ['New & Unworn', 'In Original Box', 'PerkeX Verified'], areFixed: true },
  backFromReview: 'BACK',
  path: paths.buy,
  dashboard: paths.buying,
};

function addressLines({
  name,
  surname,
  street,
  street_number,
  city,
  zip,
  country,
  phone,
}: Shipping): string[][] {
  return [[name, surname], [street, street_number], [zip, city], [country], [phone]];
}
