import { dollarsToCents, formatPrice } from '@perkex/core/money.js';
import type { PriceRuleRow } from '../api/price-rules.js';

/** For example: 'Kept the lowest, not below 210$: goes to 224$ in 4 minutes.' */
export function priceRuleText({ floor, state, price, from, refusal }: PriceRuleRow, nowMs: number): string {
  const rule = `Kept the lowest, not below ${formatPrice(dollarsToCents(floor))}`;
  const amount = price === null ? '' : formatPrice(dollarsToCents(price));
  switch (state) {
    case 'lowest':
      return `${rule}: it is.`;
    case 'at-floor':
      return `${rule}: another ask is ${amount}, so the price stays.`;
    case 'bid-in-the-way':
      return `${rule}: a bid of ${amount} is in the way, so the price stays.`;
    case 'waits': {
      const minutes = Math.max(0, Math.ceil((Date.parse(from ?? '') - nowMs) / 60_000));
      const when = minutes === 0 ? 'now' : minutes === 1 ? 'in a minute' : `in ${minutes} minutes`;
      const next = `goes to ${amount} ${when}.`;
      return refusal === null
        ? `${rule}: ${next}`
        : `${rule}: ${next} The last price was refused. ${refusal}`;
    }
  }
}
