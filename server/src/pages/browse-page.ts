import { type Browse, FOUND_A_PAGE } from '@perkex/contract/finding.js';
import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import { dayAt } from '@perkex/core/figures/days.js';
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
import { browse } from '../finding/finding.routes.js';
import { breadcrumbs, graph, productList } from './linked-data.js';
import { type Page, plainPage, productsDescription, title } from './page.js';
import { neighbourLinks } from './page-links.js';
import { CATALOGUE_PLAN, type PagePlan, type PageSources } from './page-plan.js';
import type { Site } from './site.js';

/** Search engines may index combinations of this many filters. More combinations would be endless. */
const INDEXED_FILTERS = 2;

/** The filters of a page, and whether its address named more than the limit. */
interface BrowsedFilters {
  readonly filters: Filters;
  readonly isCut: boolean;
}

/** The filters in the address of a request. */
export function browsedBy({ url }: { readonly url: string }): BrowsedFilters {
  const address = new URLSearchParams(url.split('?', 2)[1]);
  return { filters: filtersFrom(address), isCut: namesTooMuch(address) };
}

/** The plan of a page of the sneakers that match some filters. */
export function planBrowse(
  site: Site,
  { findable, clock }: Pick<PageSources, 'findable' | 'clock'>,
  browsed: BrowsedFilters,
): PagePlan {
  return {
    key: browsedPath(browsed),
    ...CATALOGUE_PLAN,
    async read() {
      const found = await browse(findable, browsed.filters, dayAt(clock.wallMs()));
      return browsePage(site, browsed, found);
    },
  };
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
  const pathOfPage = (page: number) =>
    page >= 1 && page <= found.pages ? browsePath({ ...known, page }) : null;
  return {
    ...page,
    address: browsedPath(browsed),
    head: {
      ...head,
      title: title(pageTitleOfFilters(known, nameOf)),
      description: productsDescription(name, found.count),
      path,
      isIndexed: isIndexed(filters) && found.count > 0,
      links: [...head.links, ...neighbourLinks(pathOfPage(known.page - 1), pathOfPage(known.page + 1))],
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

function breadcrumbsOf(filters: Filters, name: string) {
  const all = { name: 'All sneakers', path: PAGE_PATHS.browse };
  const path = browsePath({ ...filters, page: 1 });
  return path === all.path ? [all] : [all, { name, path }];
}
