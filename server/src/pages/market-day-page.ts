import type { MarketDay } from '@perkex/contract/market-day.js';
import { longDay } from '@perkex/core/close/long-day.js';
import { isDay } from '@perkex/core/figures/days.js';
import type { Clock } from '../clock/clock.js';
import { cachingOfClose, type ReadClose } from '../market/close-reader.js';
import { missingPage, type Page, plainPage, title } from './page.js';
import { neighbourLinks } from './page-links.js';
import type { PagePlan } from './page-plan.js';
import type { Site } from './site.js';

/** The plan of the page of a day; null for an address that is not a day. */
export function planMarketDay(site: Site, readClose: ReadClose, clock: Clock, day: string): PagePlan | null {
  if (!isDay(day)) {
    return null;
  }
  return {
    key: `/market/${day}`,
    ...cachingOfClose(day, clock.wallMs()),
    async read() {
      const close = await readClose(day);
      return close === null ? unknownMarketDayPage(site) : marketDayPage(site, close);
    },
  };
}

/** The close of a day of the market. */
function marketDayPage(site: Site, close: MarketDay): Page {
  const { day, previous, next, sentences } = close;
  const page = plainPage('marketDay', site, { day });
  const pathOfDay = (other: string | null) => other && `/market/${other}`;
  return {
    ...page,
    head: {
      ...page.head,
      title: title(`The close of ${longDay(day)}`),
      description: sentences.slice(0, 3).join(' '),
      picture: `/drawings/market/${day}.png`,
      isIndexed: close.sales > 0,
      links: [...page.head.links, ...neighbourLinks(pathOfDay(previous), pathOfDay(next))],
    },
    firstScreen: { marketDay: close },
  };
}

/** The page for a day that is not over, before the first sale, or no day. */
export function unknownMarketDayPage(site: Site): Page {
  const page = plainPage('marketDay', site, { day: '0' });
  return missingPage(page, 'No close', 'There is no close of the market for this day.', { marketDay: null });
}
