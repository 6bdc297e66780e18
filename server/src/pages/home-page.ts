import { groundOf } from '@perkex/contract/banner-moods.js';
import type { Campaigns } from '@perkex/contract/campaigns.js';
import type { FirstScreen } from '@perkex/contract/first-screen.js';
import type { Banners, ProductRows } from '@perkex/contract/home.js';
import type { TradeFeed } from '@perkex/contract/market.js';
import { largePicture, PICTURE_SIZES } from '@perkex/contract/pictures.js';
import type { ProductSummary } from '@perkex/contract/products.js';
import { type Day, dayAt } from '@perkex/core/figures/days.js';
import { cacheTagsOfSummaries } from '../cache/cache-tags.js';
import { CachedValue } from '../cache/cached-value.js';
import { campaignsOf } from '../campaigns/campaigns.routes.js';
import { productRowsOf } from '../finding/product-rows.js';
import { readBanners, readShownReleases } from '../market/read-banners.js';
import { graph, productList } from './linked-data.js';
import type { MarketOfPages } from './market-page.js';
import { type Page, plainPage } from './page.js';
import { productPictureLink } from './page-links.js';
import { LISTS_KEPT_MS, type PagePlan, type PageSources } from './page-plan.js';
import type { Site } from './site.js';

const MARKET_PERIOD = '7d';

interface HomeScreen {
  readonly trending: readonly ProductSummary[];
  readonly banners: Banners;
  readonly campaigns: Campaigns;
}

type Sources = Pick<PageSources, 'replicaReads' | 'trending' | 'campaigns' | 'findable' | 'clock' | 'log'>;

/** Plans Home. @returns a function that returns its plan for the products that are trending now */
export function homePlanner(site: Site, sources: Sources, market: MarketOfPages): () => Promise<PagePlan> {
  const { replicaReads, trending, campaigns, findable, clock } = sources;
  const readBelow = belowHome(sources, market);
  return async () => {
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
          readShownReleases(findable, today).then((releases) =>
            readBanners({ replicaReads, products: findable }, ids, releases, today),
          ),
          campaigns.shown().then((shown) => campaignsOf(findable, shown)),
          readBelow(today),
        ]);
        return homePage(site, { trending: products, banners, campaigns: chosen }, below);
      },
    };
  };
}

/** Reads the content far below. It may be missing: Home is then sent without it. */
function belowHome({ findable, clock, log }: Sources, market: MarketOfPages) {
  const tradeFeed = new CachedValue<TradeFeed>(clock);
  const shelves = new CachedValue<ProductRows>(clock);
  const readTradeFeed = () => tradeFeed.read({ make: () => market.readTradeFeed(), maxAgeMs: LISTS_KEPT_MS });
  return async (today: Day): Promise<FirstScreen> => {
    try {
      const [marketNow, productRowsNow] = await Promise.all([
        market.read(MARKET_PERIOD, readTradeFeed),
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
  };
}

/**
 * Home (section 2).
 * @param shown null when it could not be read: the application asks again
 * @param below the content further down
 */
export function homePage(site: Site, shown: HomeScreen | null, below: FirstScreen = {}): Page {
  const { head, ...page } = plainPage('home', site);
  // The first slide is a campaign's, if there is one.
  const [first] = shown?.campaigns.banners ?? [];
  const busiest = shown?.banners.busiest;
  const picture = first ? first.picture?.src : busiest && largePicture(busiest.thumbnail);
  return {
    ...page,
    head: {
      ...head,
      links: [
        ...site.bannerLinksOf(first ? groundOf(first.mood) : 1),
        ...head.links,
        ...(picture ? [productPictureLink(picture, PICTURE_SIZES.slide)] : []),
      ],
      linkedData: homeData(site.publicUrl, shown?.trending ?? []),
    },
    firstScreen: shown,
    below,
  };
}

function homeData(publicUrl: string, trending: readonly ProductSummary[]): object {
  const website = { '@type': 'WebSite', name: 'PerkeX', url: `${publicUrl}/` };
  return trending.length === 0
    ? graph(website)
    : graph(website, productList(publicUrl, 'Trending', trending));
}
