import { counted } from '@perkex/core/counted.js';
import type { FoundProducts, FoundRow } from '../api/search.js';
import { paths } from '../links/paths.js';

/** The target of a search result: the product's page, or selling the product. */
export type SearchTarget = 'product' | 'sell';

/** A search suggestion, in the order of the arrow keys. */
export type Suggestion =
  | { readonly kind: 'product'; readonly to: string; readonly product: FoundRow }
  | {
      readonly kind: 'search';
      readonly to: string;
      readonly text: string;
      readonly isRecent: boolean;
      /** Replaces 'Popular'. */
      readonly label?: string;
    }
  | { readonly kind: 'all'; readonly to: string; readonly count: number }
  /** All sneakers. */
  | { readonly kind: 'browse'; readonly to: string }
  | { readonly kind: 'more' };

/**
 * The suggestions for a text: its matches, and a link to the page with all of them.
 * @param hasMore true if more can be loaded here; null if only the best matches are listed
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

/**
 * The suggestions for a text without matches: the best matches of a shorter text, else popular products, and the page
 * of all sneakers.
 */
export function suggestionsWithout(
  found: FoundProducts,
  popular: readonly FoundRow[],
  target: SearchTarget,
): Suggestion[] {
  const { near } = found;
  const rows = (near?.products ?? popular).slice(0, MAX_OFFERED).map((product) => ({
    kind: 'product' as const,
    to: productPath(product.id, target),
    product,
  }));
  const more: Suggestion[] =
    near && near.count > rows.length
      ? [
          {
            kind: 'search',
            to: resultsPath(near.text, target),
            text: near.text,
            isRecent: false,
            label: counted(near.count, 'sneaker'),
          },
        ]
      : [];
  return [...rows, ...more, { kind: 'browse', to: paths.browse() }];
}

const MAX_OFFERED = 4;

/** The suggestions before the user types: recent searches, then popular products. */
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

/** The page with all matches of a text. */
export function resultsPath(text: string, target: SearchTarget): string {
  const query = `q=${encodeURIComponent(text)}`;
  return target === 'sell' ? `${paths.sellSearch}?${query}` : paths.browse(query);
}

/** The index that an arrow key moves to; -1 is the box. Wraps around at both ends. */
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

/** The id of the element of a suggestion in this list. */
export function suggestionId(listId: string, place: number): string {
  return `${listId}-${place}`;
}
