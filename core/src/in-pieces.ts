/** Splits items into consecutive pieces of at most `size`. */
export function inPieces<Item>(items: readonly Item[], size: number): Item[][] {
  const pieces: Item[][] = [];
  for (let from = 0; from < items.length; from += size) {
    pieces.push(items.slice(from, from + size));
  }
  return pieces;
}
