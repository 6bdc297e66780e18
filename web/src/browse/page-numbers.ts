/** The pages that are linked to: the first and the last, those that are shown, and their neighbours. */
export function shownPageNumbers(first: number, last: number, pages: number): number[] {
  const numbers = [1, first - 1, first, last, last + 1, pages];
  // Of one page alone that would be left out, the dots would take as much room.
  const withGaps = numbers.flatMap((page) => (numbers.includes(page + 2) ? [page, page + 1] : [page]));
  return [...new Set(withGaps)].filter((page) => page >= 1 && page <= pages).sort((a, b) => a - b);
}
