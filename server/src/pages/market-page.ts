import type { FirstScreen } from '@perkex/contract/first-screen.js';
import { type Page, plainPage, withQuery } from './page.js';
import { PAGES } from './page-facts.js';
import type { Site } from './site.js';

/** The initial period of the page's lists; the address has none. */
export const FIRST_PERIOD = '24h';

/** The page of the whole market. @param market null when it could not be read */
export function marketPage(site: Site, market: NonNullable<FirstScreen['market']> | null): Page {
  const page = plainPage(PAGES.market, site);
  if (market === null) {
    return { ...page, firstScreen: null };
  }
  const { period } = market;
  return {
    ...page,
    address: period === FIRST_PERIOD ? page.address : withQuery(page.address, { period }),
    firstScreen: { market },
  };
}
