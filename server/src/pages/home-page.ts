import type { FirstScreen } from '@perkex/contract/first-screen.js';
import type { ProductSummary } from '@perkex/contract/products.js';
import { type Page, plainPage } from './page.js';
import { PAGES } from './page-facts.js';
import type { Site } from './site.js';

/**
 * Home (section 2).
 * @param trending null when it could not be read: the application asks again
 * @param market what it shows of the market, further down
 */
export function homePage(
  site: Site,
  trending: readonly ProductSummary[] | null,
  market: NonNullable<FirstScreen['market']> | null,
): Page {
  const { head, ...page } = plainPage(PAGES.home, site);
  return {
    ...page,
    head: { ...head, linkedData: homeData(site.publicUrl, trending ?? []) },
    firstScreen: trending && { trending },
    below: market === null ? {} : { market },
  };
}

function homeData(publicUrl: string, trending: readonly ProductSummary[]): object {
  const website = { '@type': 'WebSite', name: 'PerkeX', url: `${publicUrl}/` };
  const list = {
    '@type': 'ItemList',
    name: 'Trending',
    itemListElement: trending.map(({ id, name }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      url: `${publicUrl}/product/${id}`,
    })),
  };
  return { '@context': 'https://schema.org', '@graph': trending.length === 0 ? [website] : [website, list] };
}
