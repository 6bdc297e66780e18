export const MAX_SEARCH_LENGTH = 100;

/** What is searched for as it is compared: of a length that can be, with single spaces. */
export function searchText(text: string): string {
  return text.toWellFormed().slice(0, MAX_SEARCH_LENGTH).trim().replaceAll(/\s+/g, ' ');
}
