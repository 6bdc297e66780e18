import { type Browse, FOUND_A_PAGE } from '@perkex/contract/finding.js';
import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import {
  addressOf,
  type Choices,
  choicesFrom,
  countChoices,
  cutAddressOf,
  FACETS,
  NO_CHOICES,
  namesTooMuch,
} from '@perkex/core/finding/choices.js';
import { namesIn, pageTitleOfChoices, titleOfChoices } from '@perkex/core/finding/choices-title.js';
import { emptyElement } from '../html/elements.js';
import { breadcrumbs, graph, productList } from './linked-data.js';
import { type Page, plainPage } from './page.js';
import { PAGES, productsDescription, title } from './page-facts.js';
import type { Site } from './site.js';

/** Search engines may index combinations of this many filters. More combinations would be endless. */
const INDEXED_CHOICES = 2;

/** The filters of a page, and whether its address named more than the limit. */
export interface BrowsedChoices {
  readonly choices: Choices;
  readonly isCut: boolean;
}

/** @param query the query string without the question mark */
export function browsedFrom(query: string): BrowsedChoices {
  const address = new URLSearchParams(query);
  return { choices: choicesFrom(address), isCut: namesTooMuch(address) };
}

/** A page of the sneakers that match some filters. @param found null when they could not be read */
export function browsePage(site: Site, browsed: BrowsedChoices, found: Browse | null): Page {
  const { choices } = browsed;
  const { head, ...page } = plainPage(PAGES.browse, site);
  if (found === null) {
    return { ...page, head: { ...head, isIndexed: isIndexed(choices) }, firstScreen: null };
  }
  const known = knownChoices(choices, found);
  const nameOf = namesIn(found.facets);
  const name = titleOfChoices(known, nameOf);
  const path = browsePath(known);
  return {
    ...page,
    address: browsedPath(browsed),
    head: {
      ...head,
      title: title(pageTitleOfChoices(known, nameOf)),
      description: productsDescription(name, found.count),
      path,
      isIndexed: isIndexed(choices) && found.count > 0,
      links: [...head.links, ...neighbourLinks(known, found.pages)],
      linkedData: graph(
        productList(site.publicUrl, name, found.products, (found.page - 1) * FOUND_A_PAGE + 1),
        breadcrumbs(site.publicUrl, breadcrumbsOf(known, name)),
      ),
    },
    firstScreen: { browse: { address: addressOf(choices), found } },
  };
}

/** The address of the products that match some filters. */
export function browsePath(choices: Choices): string {
  const address = addressOf(choices);
  return address === '' ? PAGE_PATHS.browse : `${PAGE_PATHS.browse}?${address}`;
}

/** Same as `browsePath`, with the mark of an address that exceeded the limit. */
export function browsedPath({ choices, isCut }: BrowsedChoices): string {
  return isCut ? `${PAGE_PATHS.browse}?${cutAddressOf(choices)}` : browsePath(choices);
}

/** The known filters of an existing page, without the order. */
function knownChoices(choices: Choices, { unknown, page }: Browse): Choices {
  const values = Object.fromEntries(
    FACETS.map((facet) => [
      facet,
      choices.values[facet].filter(
        (value) => !unknown.some((each) => each.facet === facet && each.value === value),
      ),
    ]),
  ) as unknown as Choices['values'];
  return { ...choices, values, page, sort: NO_CHOICES.sort };
}

function isIndexed(choices: Choices): boolean {
  return choices.text === '' && countChoices(choices) <= INDEXED_CHOICES;
}

function neighbourLinks(choices: Choices, pages: number): string[] {
  const neighbours = [
    { rel: 'prev', page: choices.page - 1 },
    { rel: 'next', page: choices.page + 1 },
  ];
  return neighbours
    .filter(({ page }) => page >= 1 && page <= pages)
    .map(({ rel, page }) => emptyElement('link', { rel, href: browsePath({ ...choices, page }) }));
}

function breadcrumbsOf(choices: Choices, name: string) {
  const all = { name: 'All sneakers', path: PAGE_PATHS.browse };
  const path = browsePath({ ...choices, page: 1 });
  return path === all.path ? [all] : [all, { name, path }];
}
