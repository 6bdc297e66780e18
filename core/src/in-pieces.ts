/** Splits items into consecutive pieces of at most `most`. */
export function inPieces<Item>(items: readonly Item[], most: number): Item[][] {
  const pieces: Item[][] = [];
  for (let from = 0; from < items.length; from += most) {
    pieces.push(items.slice(from, from + most));
  }
  return pieces;
}
