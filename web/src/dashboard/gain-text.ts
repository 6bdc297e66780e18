/** A gain in whole dollars with its sign: `+50$`, `-20$`, `0$`. */
export function gainText(dollars: number): string {
  return `${dollars > 0 ? '+' : ''}${dollars}$`;
}
