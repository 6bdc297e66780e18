/** Does the work for each item, with a limited number at a time. */
export async function forEachConcurrently<Item>(
  lanes: number,
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  const lane = async () => {
    for (let next = rest.next(); !next.done; next = rest.next()) {
      await work(next.value);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
