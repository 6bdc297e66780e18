import { PREVIEWED_PRODUCTS, type previewAliasQuerySchema } from '@perkex/contract/desk-aliases.js';
import type { FindableProducts } from '@perkex/core/finding/findable-products.js';
import { normalised } from '@perkex/core/finding/normalised.js';
import { type SearchAlias, SearchAliases } from '@perkex/core/finding/search-aliases.js';
import { searchText } from '@perkex/core/finding/search-text.js';
import type * as z from 'zod/mini';
import { foundRowOf } from '../../finding/found-summary.js';

/**
 * The matches of a text with the stored aliases, and with one of them saved or removed.
 * @param stored all of them
 */
export function previewAlias(
  all: FindableProducts,
  stored: readonly SearchAlias[],
  { text, ...tried }: z.infer<typeof previewAliasQuerySchema>,
) {
  const [alias, meaning] = [normalised(tried.alias ?? ''), normalised(tried.meaning ?? '')];
  const others = stored.filter((each) => each.alias !== alias);
  const after = alias === '' || meaning === '' ? others : [...others, { alias, meaning }];
  return { now: found(all, text, stored), tried: found(all, text, after) };
}

function found(all: FindableProducts, text: string, listed: readonly SearchAlias[]) {
  const aliases = new SearchAliases(listed);
  const searched = searchText(text);
  const { count, isClose, products } = all.search(searched, PREVIEWED_PRODUCTS, 0, aliases);
  return { readAs: aliases.expand(searched), count, isClose, products: products.map(foundRowOf) };
}
