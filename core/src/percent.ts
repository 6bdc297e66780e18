/** A part of a whole in per cent with one decimal; halves round away from zero. */
export function percentOf(part: number, whole: number): number {
  const tenths = (part * 1000) / whole;
  const rounded = Math.round(Math.abs(tenths)) / 10;
  return tenths < 0 && rounded > 0 ? -rounded : rounded;
}
