export const highestPriceDollars = 1_000_000;

/** The last digits of popular prices. */
const likedEndings = [0, 5, 9];

export function wholeDollars(dollars: number): number {
  return Math.min(highestPriceDollars, Math.max(1, Math.round(dollars)));
}

/** The next popular price at or above this one. */
export function likedPriceAbove(dollars: number): number {
  let price = dollars;
  while (!likedEndings.includes(price % 10)) {
    price += 1;
  }
  return Math.min(highestPriceDollars, price);
}

/** The next popular price at or below this one; 1 if there is none. */
export function likedPriceBelow(dollars: number): number {
  let price = dollars;
  while (price > 1 && !likedEndings.includes(price % 10)) {
    price -= 1;
  }
  return Math.max(1, price);
}
