import { FIRST_RANGES, type FirstScreen, TRADE_FEED_PAGE } from '@perkex/contract/first-screen.js';
import { MARKET_PERIODS, type Market, type MarketPeriod, type TradeFeed } from '@perkex/contract/market.js';
import { dayAt } from '@perkex/core/figures/days.js';
import { ALL_SALES, CATALOGUE } from '../cache/cache-tags.js';
import { CachedValue } from '../cache/cached-value.js';
import { shownIndex } from '../market/read-index.js';
import { readMarket } from '../market/read-market.js';
import { readTradeFeed } from '../market/read-trade-feed.js';
import { type Page, plainPage, withQuery } from './page.js';
import { LISTS_KEPT_MS, type PagePlan, type PageQuery, type PageSources } from './page-plan.js';
import type { Site } from './site.js';

/** The initial period of the page's lists; the address has none. */
const FIRST_PERIOD = '24h';

type MarketOfPage = NonNullable<FirstScreen['market']>;

/** Reads the market for its own page and for Home, which share its lists. */
export class MarketOfPages {
  private readonly lists: ReadonlyMap<MarketPeriod, CachedValue<Market>>;

  constructor(
    private readonly sources: Pick<PageSources, 'replicaReads' | 'findable' | 'readPoints' | 'clock'>,
  ) {
    this.lists = new Map(MARKET_PERIODS.map((period) => [period, new CachedValue<Market>(sources.clock)]));
  }

  async read(period: MarketPeriod, tape = () => this.readTradeFeed()): Promise<MarketOfPage> {
    const { replicaReads, findable, readPoints, clock } = this.sources;
    const cached = this.lists.get(period) as CachedValue<Market>;
    return {
      period,
      lists: await cached.read({
        make: () => readMarket({ replicaReads, products: findable }, period, clock.wallMs()),
        maxAgeMs: LISTS_KEPT_MS,
        isOfDay: true,
      }),
      index: shownIndex(await readPoints(), FIRST_RANGES.index, dayAt(clock.wallMs())),
      tape: await tape(),
    };
  }

  readTradeFeed(): Promise<TradeFeed> {
    const { replicaReads, findable } = this.sources;
    return readTradeFeed({ replicaReads, products: findable }, TRADE_FEED_PAGE);
  }
}

/** The plan of the page of the whole market. */
export function planMarket(site: Site, market: MarketOfPages, { period: wanted }: PageQuery): PagePlan {
  const period = MARKET_PERIODS.find((each) => each === wanted) ?? FIRST_PERIOD;
  const page = plainPage('market', site);
  const address = period === FIRST_PERIOD ? page.address : withQuery(page.address, { period });
  return {
    key: address,
    follows: [ALL_SALES, CATALOGUE],
    maxAgeMs: LISTS_KEPT_MS,
    isOfDay: true,
    read: async (): Promise<Page> => ({
      ...page,
      address,
      firstScreen: { market: await market.read(period) },
    }),
  };
}
