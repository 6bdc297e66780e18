import type { FirstScreen } from '@perkex/contract/first-screen.js';
import { type Page, plainPage, withQuery } from './page.js';
import type { Site } from './site.js';

/** The initial period of the page's lists; the address has none. */
export const FIRST_PERIOD = '24h';

/** The page of the whole market. */
export function marketPage(site: Site, market: NonNullable<FirstScreen['market']>): Page {
  const page = plainPage('market', site);
  const { period } = market;
  return {
    ...page,
    address: period === FIRST_PERIOD ? page.address : withQuery(page.address, { period }),
    firstScreen: { market },
  };
}
