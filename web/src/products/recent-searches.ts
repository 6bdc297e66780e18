import { permanentStorage } from '../storage/storage.js';

const KEY = 'recent-searches';
const MAX = 5;

/** The searches in this browser, latest first. */
export function recentSearches(): string[] {
  return (permanentStorage.getItem(KEY) ?? '')
    .split('\n')
    .filter((text) => text !== '')
    .slice(0, MAX);
}

/** @param text without line breaks, as `searchText` returns it */
export function rememberSearch(text: string): void {
  const others = recentSearches().filter((each) => each.toLowerCase() !== text.toLowerCase());
  permanentStorage.setItem(KEY, [text, ...others].slice(0, MAX).join('\n'));
}

export function forgetSearches(): void {
  permanentStorage.removeItem(KEY);
}
