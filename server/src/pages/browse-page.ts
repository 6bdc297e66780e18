import { type Browse, FOUND_A_PAGE } from '@perkex/contract/finding.js';
import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import {
  addressOf,
  countFilters,
  cutAddressOf,
  FACETS,
  type Filters,
  filtersFrom,
  NO_FILTERS,
  namesTooMuch,
} from '@perkex/core/finding/filters.js';
import { namesIn, pageTitleOfFilters, titleOfFilters } from '@perkex/core/finding/filters-title.js';
import { emptyElement } from '../html/elements.js';
import { breadcrumbs, graph, productList } from './linked-data.js';
import { type Page, plainPage, productsDescription, title } from './page.js';
import type { Site } from './site.js';

/** Search engines may index combinations of this many filters. More combinations would be endless. */
const INDEXED_FILTERS = 2;

/** The filters of a page, and whether its address named more than the limit. */
export interface BrowsedFilters {
  readonly filters: Filters;
  readonly isCut: boolean;
}

/** The filters in the address of a request. */
export function browsedBy({ url }: { readonly url: string }): BrowsedFilters {
  const address = new URLSearchParams(url.split('?', 2)[1]);
  return { filters: filtersFrom(address), isCut: namesTooMuch(address) };
}

/** A page of the sneakers that match some filters. @param found null when they could not be read */
export function browsePage(site: Site, browsed: BrowsedFilters, found: Browse | null): Page {
  const { filters } = browsed;
  const { head, ...page } = plainPage('browse', site);
  if (found === null) {
    return { ...page, head: { ...head, isIndexed: isIndexed(filters) }, firstScreen: null };
  }
  const known = knownFilters(filters, found);
  const nameOf = namesIn(found.facets);
  const name = titleOfFilters(known, nameOf);
  const path = browsePath(known);
  return {
    ...page,
    address: browsedPath(browsed),
    head: {
      ...head,
      title: title(pageTitleOfFilters(known, nameOf)),
      description: productsDescription(name, found.count),
      path,
      isIndexed: isIndexed(filters) && found.count > 0,
      links: [...head.links, ...neighbourLinks(known, found.pages)],
      linkedData: graph(
        productList(site.publicUrl, name, found.products, (found.page - 1) * FOUND_A_PAGE + 1),
        breadcrumbs(site.publicUrl, breadcrumbsOf(known, name)),
      ),
    },
    firstScreen: { browse: { address: addressOf(filters), found } },
  };
}

/** The address of the products that match some filters. */
function browsePath(filters: Filters): string {
  const address = addressOf(filters);
  return address === '' ? PAGE_PATHS.browse : `${PAGE_PATHS.browse}?${address}`;
}

/** Same as `browsePath`, with the mark of an address that exceeded the limit. */
export function browsedPath({ filters, isCut }: BrowsedFilters): string {
  return isCut ? `${PAGE_PATHS.browse}?${cutAddressOf(filters)}` : browsePath(filters);
}

/** The known filters of an existing page, without the order. */
function knownFilters(filters: Filters, { unknown, page }: Browse): Filters {
  const values = Object.fromEntries(
    FACETS.map((facet) => [
      facet,
      filters.values[facet].filter(
        (value) => !unknown.some((each) => each.facet === facet && each.value === value),
      ),
    ]),
  ) as unknown as Filters['values'];
  return { ...filters, values, page, sort: NO_FILTERS.sort };
}

function isIndexed(filters: Filters): boolean {
  return filters.text === '' && countFilters(filters) <= INDEXED_FILTERS;
}

function neighbourLinks(filters: Filters, pages: number): string[] {
  const neighbours = [
    { rel: 'prev', page: filters.page - 1 },
    { rel: 'next', page: filters.page + 1 },
  ];
  return neighbours
    .filter(({ page }) => page >= 1 && page <= pages)
    .map(({ rel, page }) => emptyElement('link', { rel, href: browsePath({ ...filters, page }) }));
}

function breadcrumbsOf(filters: Filters, name: string) {
  const all = { name: 'All sneakers', path: PAGE_PATHS.browse };
  const path = browsePath({ ...filters, page: 1 });
  return path === all.path ? [all] : [all, { name, path }];
}
