/** The page numbers to link: the first, the last, the pages shown and their neighbours. */
export function shownPageNumbers(first: number, last: number, pages: number): number[] {
  const numbers = [1, first - 1, first, last, last + 1, pages];
  // Dots take as much space as a single omitted number, so that number is shown.
  const withGaps = numbers.flatMap((page) => (numbers.includes(page + 2) ? [page, page + 1] : [page]));
  return [...new Set(withGaps)].filter((page) => page >= 1 && page <= pages).sort((a, b) => a - b);
}
