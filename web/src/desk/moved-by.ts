/** A list in which an item has moved by one place. */
export function movedBy<Item>(items: readonly Item[], index: number, by: 1 | -1): readonly Item[] {
  return items.toSpliced(index, 1).toSpliced(index + by, 0, ...items.slice(index, index + 1));
}
