import { NO_PRICE } from '@perkex/core/market/price-text.js';

/** Whole dollars as the screens show them (section 9); `--` for null. */
export function dollarText(dollars: number | null): string {
  return dollars === null ? NO_PRICE : `${dollars}$`;
}
