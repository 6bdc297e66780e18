export const MAX_SEARCH_LENGTH = 100;

/** Normalises a search text: bounded length, well-formed, single spaces. */
export function searchText(text: string): string {
  return text.slice(0, MAX_SEARCH_LENGTH).toWellFormed().trim().replaceAll(/\s+/g, ' ');
}
