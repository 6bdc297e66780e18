/** Sizes in words, the smallest first: '8, 9 or 10'. */
export function sizesText(sizes: readonly string[]): string {
  const sorted = sizes.toSorted((one, other) => Number(one) - Number(other) || one.localeCompare(other));
  return sorted.length < 2 ? sorted.join('') : `${sorted.slice(0, -1).join(', ')} or ${sorted.at(-1)}`;
}
