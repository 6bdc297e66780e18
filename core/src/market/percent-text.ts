import { MINUS } from './price-text.js';

/** A percentage to one decimal, as section 9 rounds changes: `1.6%`. */
export function percentText(percent: number): string {
  const digits = Math.abs(percent).toFixed(1);
  return `${percent < 0 && Number(digits) !== 0 ? MINUS : ''}${digits}%`;
}

/** A change with its sign: `+1.6%`, `−1.6%`, `0.0%`. */
export function changeText(percent: number): string {
  const text = percentText(percent);
  return percent > 0 && text !== '0.0%' ? `+${text}` : text;
}
