/** Groups items by key, keys in the order of their first item. */
export function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    addToGroup(groups, keyOf(item), item);
  }
  return groups;
}

interface Groups<Item, Key> {
  get(key: Key): Item[] | undefined;
  set(key: Key, group: Item[]): unknown;
}

/** Adds an item to the group of a key, a new one if there is none. */
export function addToGroup<Item, Key>(groups: Groups<Item, Key>, key: Key, item: Item): void {
  const group = groups.get(key);
  if (group) {
    group.push(item);
  } else {
    groups.set(key, [item]);
  }
}
