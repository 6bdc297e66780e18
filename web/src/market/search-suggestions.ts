import type { FoundProducts, FoundRow } from '../api/search.js';
import { paths } from '../links/paths.js';

/** Where a product that was found leads: to its page, or to selling it. */
export type SearchTarget = 'product' | 'sell';

/** Something that the search offers, in the order of the arrow keys. */
export type Suggestion =
  | { readonly kind: 'product'; readonly to: string; readonly product: FoundRow }
  | { readonly kind: 'search'; readonly to: string; readonly text: string; readonly isRecent: boolean }
  | { readonly kind: 'all'; readonly to: string; readonly count: number }
  | { readonly kind: 'more' };

/**
 * What is offered while a text is being typed: what it finds, and all of that on a page.
 * @param hasMore whether more can be added here; null where only the best are listed
 */
export function suggestionsFor(
  text: string,
  found: FoundProducts,
  target: SearchTarget,
  hasMore: boolean | null,
): Suggestion[] {
  const products = found.products.map((product) => ({
    kind: 'product' as const,
    to: productPath(product.id, target),
    product,
  }));
  const { count } = found;
  if (hasMore === null) {
    return count > 0 ? [...products, { kind: 'all', to: resultsPath(text, target), count }] : [];
  }
  return hasMore ? [...products, { kind: 'more' }] : products;
}

/** What is offered before anything is typed: what was searched for last, and what is popular. */
export function suggestionsBefore(recent: readonly string[], popular: readonly string[]): Suggestion[] {
  const search = (isRecent: boolean) => (text: string) => ({
    kind: 'search' as const,
    to: resultsPath(text, 'product'),
    text,
    isRecent,
  });
  const others = popular.filter((text) => !recent.some((each) => each.toLowerCase() === text.toLowerCase()));
  return [...recent.map(search(true)), ...others.map(search(false))];
}

export function productPath(id: number, target: SearchTarget): string {
  return target === 'sell' ? paths.sell(id) : paths.product(id);
}

/** The page with everything that a text finds. */
export function resultsPath(text: string, target: SearchTarget): string {
  const query = `q=${encodeURIComponent(text)}`;
  return target === 'sell' ? `${paths.sellSearch}?${query}` : paths.browse(query);
}

/** The place that the arrow keys lead to from one, -1 being the box: round and round. */
export function placeAfter(place: number, key: string, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return place + 1 < count ? place + 1 : -1;
    case 'ArrowUp':
      return place >= 0 ? place - 1 : count - 1;
    default:
      return null;
  }
}

/** The id of the element of the list with this one that shows what is at a place. */
export function suggestionId(listId: string, place: number): string {
  return `${listId}-${place}`;
}
