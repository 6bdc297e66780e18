import { dollarsToCents, formatPrice } from '@perkex/core/money.js';
import type { PriceRuleRow } from '../api/price-rules.js';

/** For example: 'Keep the lowest, not below 210$: changes to 224$ in 4 minutes.' */
export function priceRuleText({ floor, state, price, from, refusal }: PriceRuleRow, nowMs: number): string {
  const rule = `Keep the lowest, not below ${formatPrice(dollarsToCents(floor))}`;
  const amount = price === null ? '' : formatPrice(dollarsToCents(price));
  switch (state) {
    case 'lowest':
      return `${rule}: it is the lowest ask.`;
    case 'at-floor':
      return `${rule}: another ask is ${amount}, so the price stays.`;
    case 'bid-in-the-way':
      return `${rule}: it would sell at once to the bid of ${amount}, so the price stays.`;
    case 'waits': {
      const minutes = Math.max(0, Math.ceil((Date.parse(from ?? '') - nowMs) / 60_000));
      const when = minutes === 0 ? 'now' : minutes === 1 ? 'in a minute' : `in ${minutes} minutes`;
      const next = `changes to ${amount} ${when}.`;
      return refusal === null
        ? `${rule}: ${next}`
        : `${rule}: ${next} The last price was refused. ${refusal}`;
    }
  }
}
