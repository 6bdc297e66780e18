import type { Releases } from '@perkex/contract/finding.js';
import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import { isMonth, monthText } from '@perkex/core/figures/months.js';
import { readReleasesOfMonth } from '../finding/read-months.js';
import { graph, productList } from './linked-data.js';
import { type Page, plainPage, title, withQuery } from './page.js';
import { neighbourLinks } from './page-links.js';
import { CATALOGUE_PLAN, type PagePlan, type PageQuery, type PageSources } from './page-plan.js';
import type { Site } from './site.js';

type Sources = Pick<PageSources, 'replicaReads' | 'findable' | 'clock'>;

/** The plan of the page of the releases of a month, of this one without a valid month. */
export function planReleases(
  site: Site,
  { replicaReads, findable, clock }: Sources,
  { month: wanted }: PageQuery,
): PagePlan {
  const month = typeof wanted === 'string' && isMonth(wanted) ? wanted : null;
  return {
    key: releasesPath(month),
    ...CATALOGUE_PLAN,
    async read() {
      const releases = await replicaReads.read((from) =>
        readReleasesOfMonth(from, findable, month ?? undefined, clock.wallMs()),
      );
      return releasesPage(site, month, releases);
    },
  };
}

/** @param month the one in the address; null for none */
function releasesPage(site: Site, month: string | null, releases: Releases): Page {
  const { head, ...page } = plainPage('releases', site);
  const address = releasesPath(month);
  const { before, after, days } = releases;
  return {
    ...page,
    address,
    head: {
      ...head,
      title: month === null ? head.title : title(`Releases in ${monthText(month)}`),
      description: `Which sneakers come and came out in ${monthText(releases.month)}, day by day, with their retail prices and what they are asked for on PerkeX.`,
      path: address,
      isIndexed: month === null || days.length > 0,
      links: [...head.links, ...neighbourLinks(before && releasesPath(before), after && releasesPath(after))],
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

function releasesPath(month: string | null): string {
  return month === null ? PAGE_PATHS.releases : withQuery(PAGE_PATHS.releases, { month });
}
