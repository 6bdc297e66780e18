import { MINUS } from '@perkex/core/market/price-text.js';

/** A gain in whole dollars with its sign: `+50$`, `−20$`, `0$`. */
export function gainText(dollars: number): string {
  return `${dollars > 0 ? '+' : dollars < 0 ? MINUS : ''}${Math.abs(dollars)}$`;
}
