import { amountText } from '@perkex/core/market/price-text.js';
import { CENTS_PER_DOLLAR } from '@perkex/core/money.js';

/** An amount of a deal. @param dollars with cents */
export function dollarsText(dollars: number): string {
  return amountText(Math.round(dollars * CENTS_PER_DOLLAR));
}
