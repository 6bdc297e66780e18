import { sizeField } from '@perkex/contract/fields.js';
import { FIRST_RANGES, type FirstScreen, TRADE_FEED_PAGE } from '@perkex/contract/first-screen.js';
import type { ProductRows } from '@perkex/contract/home.js';
import { MARKET_PERIODS, type Market, type MarketPeriod, type TradeFeed } from '@perkex/contract/market.js';
import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import type { PageName } from '@perkex/contract/pages.js';
import { type Day, dayAt } from '@perkex/core/figures/days.js';
import { isMonth } from '@perkex/core/figures/months.js';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { ALL_SIZES } from '../books/all-sizes.js';
import { findListing, LARGEST_ID, type Listing } from '../books/find-listing.js';
import { ALL_SALES, booksOf, CATALOGUE, cacheTagsOfSummaries, salesOf } from '../cache/cache-tags.js';
import { CachedValue } from '../cache/cached-value.js';
import { campaignsOf } from '../campaigns/campaigns.routes.js';
import type { FollowedCampaigns } from '../campaigns/followed-campaigns.js';
import { readProduct } from '../catalogue/read-product.js';
import type { Clock } from '../clock/clock.js';
import type { ReplicaReads } from '../database/replica-reads.js';
import { type BrandSources, brandPageOf, modelPageOf } from '../finding/brands.js';
import { browse } from '../finding/finding.routes.js';
import type { FollowedProducts } from '../finding/followed-products.js';
import { productRowsOf } from '../finding/product-rows.js';
import { readReleasesOfMonth } from '../finding/read-months.js';
import type { Trending } from '../finding/trending-products.js';
import type { Developers } from '../help/developers.js';
import type { Help } from '../help/read-help.js';
import { isRefusal } from '../http/problems.js';
import type { ReadClose } from '../market/close-reader.js';
import type { ReadPoints } from '../market/index-points.js';
import { readBanners, readShownReleases } from '../market/read-banners.js';
import { shownIndex } from '../market/read-index.js';
import { readMarket } from '../market/read-market.js';
import { readTradeFeed } from '../market/read-trade-feed.js';
import { readFiguresAndHistory } from '../sales/read-figures.js';
import { brandPage, brandsPage, modelPage, unknownBrandPage, unknownModelPage } from './brand-page.js';
import { type BrowsedFilters, browsedBy, browsedPath, browsePage } from './browse-page.js';
import { helpPage, planDevelopers, planHelp, unknownHelpPage } from './help-pages.js';
import { homePage } from './home-page.js';
import { planMarketDay, unknownMarketDayPage } from './market-day-page.js';
import { FIRST_PERIOD, marketPage } from './market-page.js';
import { type Page, withQuery } from './page.js';
import type { PagePlan, PageRequest } from './page-plan.js';
import { productPage, unknownProductPage } from './product-page.js';
import { releasesPage, releasesPath } from './releases-page.js';
import type { Site } from './site.js';
import { planSoldPair, unknownSoldPairPage } from './sold-pair-page.js';

/** How the requests for a page are answered that looks the same to all visitors. */
interface PageAnswers {
  /** Null if there is no such page. */
  plan(request: PageRequest): PagePlan | null | Promise<PagePlan | null>;
  /** The page for an unknown address. */
  readonly unknown?: Page;
  /** The page when its data cannot be read, if it knows more than its record. */
  unread?(request: PageRequest): Page;
  /** The address that the request belongs to; null if it is its own. */
  redirect?(request: PageRequest): string | null;
  /** The address that has replaced that of the request for ever; null for none. */
  moved?(request: PageRequest): Promise<string | null>;
}

export interface PageSources {
  readonly pool: pg.Pool;
  readonly replicaReads: ReplicaReads;
  readonly trending: Trending;
  readonly campaigns: FollowedCampaigns;
  readonly readPoints: ReadPoints;
  readonly readClose: ReadClose;
  readonly findable: FollowedProducts;
  readonly help: Help;
  readonly developers: Developers;
  readonly texts: BrandSources['texts'];
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/** These pages scan every product in memory, so they expire by time, not at every sale. */
const LISTS_KEPT_MS = 5_000;
/** One of the help pages changes once a day. */
const HELP_KEPT_MS = 10 * 60_000;
const HOME_PERIOD: MarketPeriod = '7d';
/** Lists of products. */
const CATALOGUE_PLAN = { follows: [CATALOGUE], maxAgeMs: LISTS_KEPT_MS, isOfDay: true };

type Query = Readonly<Record<string, unknown>>;

/** The plan of a page without data. */
export function staticPlan(page: Page): PagePlan {
  return { key: page.address, follows: [], read: async () => page };
}

/** The rendered pages that show data. */
export function pageAnswers(
  site: Site,
  {
    pool,
    replicaReads,
    trending,
    campaigns,
    readPoints,
    readClose,
    findable,
    help,
    developers,
    texts,
    clock,
    log,
  }: PageSources,
): Partial<Record<PageName, PageAnswers>> {
  const lists = new Map(MARKET_PERIODS.map((period) => [period, new CachedValue<Market>(clock)]));
  const homeTradeFeed = new CachedValue<TradeFeed>(clock);
  const shelves = new CachedValue<ProductRows>(clock);
  const market = { replicaReads, products: findable };
  const tradeFeedOf = () => readTradeFeed(market, TRADE_FEED_PAGE);

  async function readFirstMarket(
    period: MarketPeriod,
    tape: () => Promise<TradeFeed>,
  ): Promise<NonNullable<FirstScreen['market']>> {
    const cached = lists.get(period) as CachedValue<Market>;
    return {
      period,
      lists: await cached.read({
        make: () => readMarket(market, period, clock.wallMs()),
        maxAgeMs: LISTS_KEPT_MS,
        isOfDay: true,
      }),
      index: shownIndex(await readPoints(), FIRST_RANGES.index, dayAt(clock.wallMs())),
      tape: await tape(),
    };
  }

  async function planHome(): Promise<PagePlan> {
    const ids = await trending.rank();
    const { featured } = await campaigns.shown();
    return {
      key: '/',
      follows: cacheTagsOfSummaries([...ids, ...(featured?.productIds ?? [])]),
      maxAgeMs: LISTS_KEPT_MS,
      isOfDay: true,
      async read() {
        const today = dayAt(clock.wallMs());
        const [products, banners, chosen, below] = await Promise.all([
          trending.read(ids),
          readShownReleases(findable, today).then((releases) => readBanners(market, ids, releases, today)),
          campaigns.shown().then((shown) => campaignsOf(findable, shown)),
          readBelowHome(today),
        ]);
        return homePage(site, { trending: products, banners, campaigns: chosen }, below);
      },
    };
  }

  /** Content far below may be missing: the page is then sent without it. */
  async function readBelowHome(today: Day): Promise<FirstScreen> {
    try {
      const [marketNow, productRowsNow] = await Promise.all([
        readFirstMarket(HOME_PERIOD, () =>
          homeTradeFeed.read({ make: tradeFeedOf, maxAgeMs: LISTS_KEPT_MS }),
        ),
        shelves.read({
          make: async () => productRowsOf(await findable.read(), today),
          maxAgeMs: LISTS_KEPT_MS,
          isOfDay: true,
        }),
      ]);
      return { market: marketNow, shelves: productRowsNow };
    } catch (error) {
      log.error({ err: error }, 'Home is sent without the market');
      return {};
    }
  }

  function planBrand(slug: string): PagePlan {
    return {
      key: `/brands/${encodeURIComponent(slug)}`,
      ...CATALOGUE_PLAN,
      async read() {
        const brand = brandPageOf({ products: await findable.read(), texts }, slug);
        return brand ? brandPage(site, brand) : unknownBrandPage(site);
      },
    };
  }

  function planModel(slugs: { readonly brand: string; readonly model: string }): PagePlan {
    return {
      key: `/brands/${encodeURIComponent(slugs.brand)}/${encodeURIComponent(slugs.model)}`,
      ...CATALOGUE_PLAN,
      async read() {
        const model = modelPageOf({ products: await findable.read(), texts }, slugs);
        return model ? modelPage(site, model) : unknownModelPage(site);
      },
    };
  }

  function planBrands(): PagePlan {
    return {
      key: PAGE_PATHS.brands,
      ...CATALOGUE_PLAN,
      read: async () => brandsPage(site, (await findable.read()).brands()),
    };
  }

  function planBrowse(browsed: BrowsedFilters): PagePlan {
    return {
      key: browsedPath(browsed),
      ...CATALOGUE_PLAN,
      read: async () =>
        browsePage(site, browsed, await browse(findable, browsed.filters, dayAt(clock.wallMs()))),
    };
  }

  function planReleases({ month: wanted }: Query): PagePlan {
    const month = typeof wanted === 'string' && isMonth(wanted) ? wanted : null;
    return {
      key: releasesPath(month),
      ...CATALOGUE_PLAN,
      read: async () =>
        releasesPage(
          site,
          month,
          await replicaReads.read((from) =>
            readReleasesOfMonth(from, findable, month ?? undefined, clock.wallMs()),
          ),
        ),
    };
  }

  function planHelpPage(slug: string): PagePlan | null {
    const isKnown = help.index.some((page) => page.slug === slug);
    if (!isKnown) {
      return null;
    }
    return {
      key: `/help/${slug}`,
      follows: [],
      maxAgeMs: HELP_KEPT_MS,
      async read() {
        const page = await help.find(slug);
        return page ? helpPage(site, page, help.index) : unknownHelpPage(site, help.index);
      },
    };
  }

  function planMarket({ period: wanted }: Query): PagePlan {
    const period = MARKET_PERIODS.find((each) => each === wanted) ?? FIRST_PERIOD;
    return {
      key: period === FIRST_PERIOD ? '/market' : withQuery('/market', { period }),
      follows: [ALL_SALES, CATALOGUE],
      maxAgeMs: LISTS_KEPT_MS,
      isOfDay: true,
      read: async () => marketPage(site, await readFirstMarket(period, tradeFeedOf)),
    };
  }

  /** Ids are those of `GET /{id}` (section 7). Unknown sizes share the page of all sizes, because they are endless. */
  async function planProduct(text: string, { size: wanted }: Query): Promise<PagePlan | null> {
    const id = /^\d+$/.test(text) ? Number(text) : 0;
    if (id > LARGEST_ID) {
      return null;
    }
    // Not checked here: every request waiting for a recompute would repeat the check. The producer finds out.
    const { data: size } = sizeField.safeParse(wanted);
    const listing =
      size === undefined ? { productId: id, size: ALL_SIZES } : await findListing(pool, id, size);
    if (isRefusal(listing)) {
      return listing.refused === 'unknown-size' ? planListing({ productId: id, size: ALL_SIZES }) : null;
    }
    return planListing(listing);
  }

  function planListing(listing: Listing): PagePlan {
    const { productId: id, size } = listing;
    return {
      key: size === '' ? `/product/${id}` : withQuery(`/product/${id}`, { size }),
      follows: [booksOf(id), salesOf(id), CATALOGUE],
      isOfDay: true,
      async read() {
        // In parallel, because all requests for a page that an order has invalidated wait for this.
        const [product, sales] = await Promise.all([
          readProduct(pool, id, clock.wallMs()),
          replicaReads.read((from) =>
            readFiguresAndHistory(from, listing, FIRST_RANGES.product, clock.wallMs()),
          ),
        ]);
        // The address of a duplicate leads to the other product, so no response may be cached under it.
        if (product === null || product.hidden?.mergedInto) {
          return unknownProductPage(site);
        }
        return productPage(site, product, { size: size === '' ? null : size, ...sales });
      },
    };
  }

  return {
    home: { plan: planHome, unread: () => homePage(site, null) },
    market: { plan: ({ query }) => planMarket(query) },
    product: {
      plan: ({ params: { id = '' }, query }) => planProduct(id, query),
      unknown: unknownProductPage(site),
      async moved({ params: { id = '' }, query: { size } }) {
        const other = /^\d{1,10}$/.test(id) ? (await findable.read()).mergedInto(Number(id)) : null;
        if (other === null) {
          return null;
        }
        const path = `/product/${other}`;
        return typeof size === 'string' ? withQuery(path, { size }) : path;
      },
    },
    marketDay: {
      plan: ({ params: { day = '' } }) => planMarketDay(site, readClose, clock, day),
      unknown: unknownMarketDayPage(site),
    },
    soldPair: {
      plan: ({ params: { id = '', sale = '' } }) => planSoldPair(site, replicaReads, id, sale),
      unknown: unknownSoldPairPage(site),
    },
    browse: {
      plan: (request) => planBrowse(browsedBy(request)),
      unread: (request) => browsePage(site, browsedBy(request), null),
      redirect(request) {
        const browsed = browsedBy(request);
        return browsed.isCut ? browsedPath(browsed) : null;
      },
    },
    brands: { plan: planBrands },
    brand: { plan: ({ params: { brand = '' } }) => planBrand(brand), unknown: unknownBrandPage(site) },
    model: {
      plan: ({ params: { brand = '', model = '' } }) => planModel({ brand, model }),
      unknown: unknownModelPage(site),
    },
    releases: { plan: ({ query }) => planReleases(query) },
    developers: { plan: () => planDevelopers(site, developers) },
    help: { plan: () => planHelp(site, help) },
    helpPage: {
      plan: ({ params: { page = '' } }) => planHelpPage(page),
      unknown: unknownHelpPage(site, help.index),
    },
  };
}
