import type { PageName } from '@perkex/contract/pages.js';
import { planBrand, planBrands, planModel, unknownBrandPage, unknownModelPage } from './brand-page.js';
import { browsedBy, browsedPath, browsePage, planBrowse } from './browse-page.js';
import { planDevelopers, planHelp, planHelpPage, unknownHelpPage } from './help-pages.js';
import { homePage, homePlanner } from './home-page.js';
import { planMarketDay, unknownMarketDayPage } from './market-day-page.js';
import { MarketOfPages, planMarket } from './market-page.js';
import type { Page } from './page.js';
import type { PagePlan, PageRequest, PageSources } from './page-plan.js';
import { movedProduct, planProduct, unknownProductPage } from './product-page.js';
import { planReleases } from './releases-page.js';
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

/** The plan of a page without data. */
export function staticPlan(page: Page): PagePlan {
  return { key: page.address, follows: [], read: async () => page };
}

/** The rendered pages that show data. */
export function pageAnswers(site: Site, sources: PageSources): Partial<Record<PageName, PageAnswers>> {
  const { help } = sources;
  const market = new MarketOfPages(sources);
  return {
    home: { plan: homePlanner(site, sources, market), unread: () => homePage(site, null) },
    market: { plan: ({ query }) => planMarket(site, market, query) },
    product: {
      plan: ({ params: { id = '' }, query }) => planProduct(site, sources, id, query),
      unknown: unknownProductPage(site),
      moved: ({ params: { id = '' }, query }) => movedProduct(sources, id, query),
    },
    marketDay: {
      plan: ({ params: { day = '' } }) => planMarketDay(site, sources.readClose, sources.clock, day),
      unknown: unknownMarketDayPage(site),
    },
    soldPair: {
      plan: ({ params: { id = '', sale = '' } }) => planSoldPair(site, sources.replicaReads, id, sale),
      unknown: unknownSoldPairPage(site),
    },
    browse: {
      plan: (request) => planBrowse(site, sources, browsedBy(request)),
      unread: (request) => browsePage(site, browsedBy(request), null),
      redirect(request) {
        const browsed = browsedBy(request);
        return browsed.isCut ? browsedPath(browsed) : null;
      },
    },
    brands: { plan: () => planBrands(site, sources) },
    brand: {
      plan: ({ params: { brand = '' } }) => planBrand(site, sources, brand),
      unknown: unknownBrandPage(site),
    },
    model: {
      plan: ({ params: { brand = '', model = '' } }) => planModel(site, sources, { brand, model }),
      unknown: unknownModelPage(site),
    },
    releases: { plan: ({ query }) => planReleases(site, sources, query) },
    developers: { plan: () => planDevelopers(site, sources.developers) },
    help: { plan: () => planHelp(site, help) },
    helpPage: {
      plan: ({ params: { page = '' } }) => planHelpPage(site, help, page),
      unknown: unknownHelpPage(site, help.index),
    },
  };
}
