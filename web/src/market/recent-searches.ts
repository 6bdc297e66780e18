import { permanentStorage } from '../session/storage.js';

const KEY = 'recent-searches';
const MOST = 5;

/** What was searched for in this browser, the last first. */
export function recentSearches(): string[] {
  return (permanentStorage.getItem(KEY) ?? '')
    .split('\n')
    .filter((text) => text !== '')
    .slice(0, MOST);
}

/** @param text without line breaks, as `searchText` makes it */
export function rememberSearch(text: string): void {
  const others = recentSearches().filter((each) => each.toLowerCase() !== text.toLowerCase());
  permanentStorage.setItem(KEY, [text, ...others].slice(0, MOST).join('\n'));
}

export function forgetSearches(): void {
  permanentStorage.removeItem(KEY);
}
