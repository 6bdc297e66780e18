export const highestPriceDollars = 1_000_000;

/** People like prices that end in 9, 5 or 0. */
const likedEndings = [0, 5, 9];

export function wholeDollars(dollars: number): number {
  return Math.min(highestPriceDollars, Math.max(1, Math.round(dollars)));
}

/** The next price at or above this one that people like. */
export function likedPriceAbove(dollars: number): number {
  let price = dollars;
  while (!likedEndings.includes(price % 10)) {
    price += 1;
  }
  return Math.min(highestPriceDollars, price);
}

/** The next price at or below this one that people like; 1 where there is none. */
export function likedPriceBelow(dollars: number): number {
  let price = dollars;
  while (price > 1 && !likedEndings.includes(price % 10)) {
    price -= 1;
  }
  return Math.max(1, price);
}
