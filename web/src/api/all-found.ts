import type { Search } from '@perkex/contract/finding.js';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { call } from './call.js';
import { FOUND_META, FOUND_STALE_MS, type FoundProducts } from './search.js';

/** All products that match a text, best first, page by page. Otherwise as `searchQuery`. */
export function allFoundQuery(text: string) {
  return infiniteQueryOptions({
    queryKey: ['products', 'search', text, 'all'],
    meta: FOUND_META,
    queryFn: ({ pageParam, signal }) =>
      call('search', { query: { q: text, page: String(pageParam) } }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ products, count }: Search, pages, page) =>
      products.length > 0 && pages.reduce((sum, each) => sum + each.products.length, 0) < count
        ? page + 1
        : undefined,
    select: ({ pages }): FoundProducts | undefined => {
      const last = pages.at(-1);
      // A trade between two reads can move a product to the next page, so pages may overlap.
      const products = new Map(
        pages.flatMap((page) => page.products.map((each) => [each.id, each] as const)),
      );
      return last && { ...last, products: [...products.values()] };
    },
    staleTime: FOUND_STALE_MS,
    placeholderData: keepPreviousData,
  });
}
