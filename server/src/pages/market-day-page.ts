import type { MarketDay } from '@perkex/contract/market-day.js';
import { longDay } from '@perkex/core/close/long-day.js';
import { isDay } from '@perkex/core/figures/days.js';
import type { Clock } from '../clock/clock.js';
import { emptyElement } from '../html/elements.js';
import { cachingOfClose, type ReadClose } from '../market/close-reader.js';
import { type Page, plainPage, title } from './page.js';
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
  const neighbours = [
    { rel: 'prev', neighbour: previous },
    { rel: 'next', neighbour: next },
  ];
  return {
    ...page,
    head: {
      ...page.head,
      title: title(`The close of ${longDay(day)}`),
      description: sentences.slice(0, 3).join(' '),
      picture: `/drawings/market/${day}.png`,
      isIndexed: close.sales > 0,
      links: [
        ...page.head.links,
        ...neighbours.flatMap(({ rel, neighbour }) =>
          neighbour === null ? [] : [emptyElement('link', { rel, href: `/market/${neighbour}` })],
        ),
      ],
    },
    firstScreen: { marketDay: close },
  };
}

/** The page for a day that is not over, before the first sale, or no day. */
export function unknownMarketDayPage(site: Site): Page {
  const page = plainPage('marketDay', site, { day: '0' });
  return {
    ...page,
    status: 404,
    head: {
      ...page.head,
      title: title('No close'),
      description: 'There is no close of the market for this day.',
      path: null,
      isIndexed: false,
    },
    firstScreen: { marketDay: null },
  };
}
