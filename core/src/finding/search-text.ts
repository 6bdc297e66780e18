export const MAX_SEARCH_LENGTH = 100;

/** What is searched for as it is compared: of a length that can be, with single spaces. */
export function searchText(text: string): string {
  return text.slice(0, MAX_SEARCH_LENGTH).toWellFormed().trim().replaceAll(/\s+/g, ' ');
}
