import { buyerFees } from '@perkex/core/fees.js';
import { lowestAskCents, pricesOfSize } from '@perkex/core/market/figures.js';
import { CENTS_PER_DOLLAR, centsToDollars } from '@perkex/core/money.js';
import { useQuery } from '@tanstack/react-query';
import type { OwnDeal } from '../api/deals.js';
import { type Product, productQuery } from '../api/products.js';
import { amountOf, heldForBuyer } from './deal-amounts.js';
import { dollarsText } from './dollars-text.js';

/** The lowest ask for another pair in the size of a deal. The price is in dollars, the total with fees and shipping. */
export type LowestAsk =
  | { readonly kind: 'loading' | 'failed' | 'none' }
  | { readonly kind: 'ask'; readonly price: number; readonly total: number };

const INTERVAL_MS = 5_000;

/** The lowest ask while the buyer of a deal may choose it. */
export function useLowestAsk({ productId, size, steps }: OwnDeal): LowestAsk {
  const { data, isError } = useQuery({
    ...productQuery(String(productId)),
    enabled: steps.includes('choose-lowest-ask'),
    refetchInterval: INTERVAL_MS,
  });
  return data ? lowestAskOf(data, size) : { kind: isError ? 'failed' : data === null ? 'none' : 'loading' };
}

function lowestAskOf({ asks }: Product, size: string): LowestAsk {
  const priceCents = lowestAskCents(pricesOfSize(asks, size));
  return priceCents === 0
    ? { kind: 'none' }
    : {
        kind: 'ask',
        price: centsToDollars(priceCents),
        total: buyerFees(priceCents).totalCents / CENTS_PER_DOLLAR,
      };
}

/** The cost of the lowest ask, and the difference that its buyer pays or gets back. */
export function lowestAskText(ask: LowestAsk, deal: OwnDeal): string {
  switch (ask.kind) {
    case 'loading':
      return 'Buys another pair at the lowest ask. You pay, or get back, the difference.';
    case 'failed':
      return 'The lowest ask could not be loaded. We keep trying.';
    case 'none':
      return 'No pair in this size is for sale at the moment.';
    case 'ask':
      return `Buys another pair at ${dollarsText(ask.price)}, ${dollarsText(ask.total)} with fees and shipping. ${differenceText(ask.total, deal)}`;
  }
}

/** Money that was carried over to this deal is carried on first. The rest then goes back. */
function differenceText(total: number, deal: OwnDeal): string {
  const held = heldForBuyer(deal);
  const used = Math.min(total, held, amountOf(deal, 'carried') || held);
  const sentences = [
    ...(total > used ? [`You pay ${dollarsText(total - used)} more.`] : []),
    ...(held > used ? [`You get ${dollarsText(held - used)} back.`] : []),
  ];
  return sentences.length === 0 ? 'You pay nothing more.' : sentences.join(' ');
}
