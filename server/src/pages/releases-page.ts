import type { Releases } from '@perkex/contract/finding.js';
import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import { monthText } from '@perkex/core/figures/months.js';
import { emptyElement } from '../html/elements.js';
import { graph, productList } from './linked-data.js';
import { type Page, plainPage, title, withQuery } from './page.js';
import type { Site } from './site.js';

/** The releases of a month. @param month the one in the address; null for none */
export function releasesPage(site: Site, month: string | null, releases: Releases): Page {
  const { head, ...page } = plainPage('releases', site);
  const address = releasesPath(month);
  const { before, after, days } = releases;
  const neighbours = [
    { rel: 'prev', neighbour: before },
    { rel: 'next', neighbour: after },
  ];
  return {
    ...page,
    address,
    head: {
      ...head,
      title: month === null ? head.title : title(`Releases in ${monthText(month)}`),
      description: `Which sneakers come and came out in ${monthText(releases.month)}, day by day, with their retail prices and what they are asked for on PerkeX.`,
      path: address,
      isIndexed: month === null || days.length > 0,
      links: [
        ...head.links,
        ...neighbours.flatMap(({ rel, neighbour }) =>
          neighbour === null ? [] : [emptyElement('link', { rel, href: releasesPath(neighbour) })],
        ),
      ],
      linkedData: graph(
        productList(
          site.publicUrl,
          `Releases in ${monthText(releases.month)}`,
          days.flatMap(({ products }) => products),
        ),
      ),
    },
    firstScreen: { releases: { month, shown: releases } },
  };
}

export function releasesPath(month: string | null): string {
  return month === null ? PAGE_PATHS.releases : withQuery(PAGE_PATHS.releases, { month });
}
