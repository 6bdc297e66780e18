import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import { sneakersText } from '@perkex/core/market/sneakers-text.js';

export type PageName = keyof typeof PAGE_PATHS;

/** The static description of a page. */
export interface PageFacts {
  readonly title: string;
  readonly description: string;
  /** The pattern of its canonical path. */
  readonly path: string;
  /** The modules of `web` that show it, besides those loaded by every page. */
  readonly modules: readonly string[];
  /** True if it looks the same to all visitors, so that it can be rendered. */
  readonly isRendered: boolean;
  /** True if search engines may show it. */
  readonly isIndexed: boolean;
}

const watching = dashboardPage('Watching', 'watching');
const collection = dashboardPage('Collection', 'collection');
const profile = dashboardPage('Profile', 'profile');
const buying = dashboardPage('Buying', 'buying');
const selling = dashboardPage('Selling', 'selling');
const settings = dashboardPage('Settings', 'settings');
const shipping = dashboardPage('Shipping', 'shipping');
const security = dashboardPage('Login & security', 'security', 'identity/security');

export const PAGES: Readonly<Record<PageName, PageFacts>> = {
  home: {
    title: 'PerkeX: buy and sell new sneakers',
    description:
      'An open marketplace for new sneakers: bid what you would pay, ask what you would take, or trade at once at the best price.',
    path: PAGE_PATHS.home,
    modules: ['src/home/home-page.tsx'],
    isRendered: true,
    isIndexed: true,
  },
  market: {
    title: title('Market'),
    description:
      'The PX50, the index of the sneakers that trade most, with the newest sales, the best sellers, and what rises and falls.',
    path: PAGE_PATHS.market,
    modules: ['src/overview/market-page.tsx'],
    isRendered: true,
    isIndexed: true,
  },
  product: {
    title: title('Product'),
    description: 'Asks, bids and past sales of new sneakers, size by size.',
    path: PAGE_PATHS.product,
    modules: ['src/product/product-page.tsx'],
    isRendered: true,
    isIndexed: true,
  },
  browse: {
    title: title('All sneakers'),
    description:
      'All sneakers, by brand, model, size, price, colour and release year, with the lowest ask and the last sale of each.',
    path: PAGE_PATHS.browse,
    modules: ['src/browse/browse-page.tsx'],
    isRendered: true,
    isIndexed: true,
  },
  brands: {
    title: title('Brands'),
    description: 'All brands of sneakers that trade here, each with its model lines.',
    path: PAGE_PATHS.brands,
    modules: ['src/brand/brand-pages.ts'],
    isRendered: true,
    isIndexed: true,
  },
  brand: {
    title: title('Brand'),
    description: 'The sneakers of a brand, with the lowest ask and the last sale of each.',
    path: PAGE_PATHS.brand,
    modules: ['src/brand/brand-pages.ts'],
    isRendered: true,
    isIndexed: true,
  },
  model: {
    title: title('Model'),
    description: 'The sneakers of a model line, with the lowest ask and the last sale of each.',
    path: PAGE_PATHS.model,
    modules: ['src/brand/brand-pages.ts'],
    isRendered: true,
    isIndexed: true,
  },
  releases: {
    title: title('Releases'),
    description: 'Which sneakers come and came out, month by month, with their retail prices.',
    path: PAGE_PATHS.releases,
    modules: ['src/releases/releases-page.tsx'],
    isRendered: true,
    isIndexed: true,
  },
  help: {
    title: title('Help'),
    description: 'How PerkeX works, what it costs, and what it does with your data.',
    path: PAGE_PATHS.help,
    modules: ['src/help/help-pages.ts'],
    isRendered: true,
    isIndexed: true,
  },
  helpPage: {
    title: title('Help'),
    description: 'How PerkeX works, what it costs, and what it does with your data.',
    path: PAGE_PATHS.helpPage,
    modules: ['src/help/help-pages.ts'],
    isRendered: true,
    isIndexed: true,
  },
  sellSearch: {
    title: title('Choose a product'),
    description:
      'Choose the sneakers that you want to sell: name your price or sell at once to the highest bid.',
    path: PAGE_PATHS.sellSearch,
    modules: ['src/product/sell-search-page.tsx'],
    isRendered: true,
    isIndexed: true,
  },
  sell: unindexedPage('sell', 'Sell', 'Name your price or sell at once to the highest bid.', 'trade/trade'),
  buy: unindexedPage('buy', 'Buy', 'Name your price or buy at once from the lowest ask.', 'trade/trade'),
  login: unindexedPage('login', 'Log in', 'Log in to bid, ask, buy and sell.', 'identity/login'),
  register: unindexedPage(
    'register',
    'Sign up',
    'Sign up to bid, ask, buy and sell new sneakers.',
    'identity/register',
  ),
  forgotPassword: unindexedPage(
    'forgotPassword',
    'Forgot password',
    'Get a link to choose a new password.',
    'identity/forgot-password',
  ),
  resetPassword: unindexedPage(
    'resetPassword',
    'Reset password',
    'Choose a new password.',
    'identity/reset-password',
  ),
  confirmEmail: unindexedPage(
    'confirmEmail',
    'Confirm your e-mail',
    'Confirm the e-mail of your account.',
    'identity/confirm-email',
  ),
  profile,
  buying,
  selling,
  watching,
  collection,
  settings,
  shipping,
  security,
  ownProfile: profile,
  ownBuying: buying,
  ownSelling: selling,
  ownWatching: watching,
  ownCollection: collection,
  ownSettings: settings,
  ownShipping: shipping,
  ownSecurity: security,
};

/** The title of a page with this name (section 2). */
export function title(name: string): string {
  return `${name} | PerkeX`;
}

/** The description of a page with this many products. */
export function productsDescription(name: string, count: number): string {
  return `${name}: ${sneakersText(count)}, with the lowest ask and the last sale of each. Bid, ask, buy and sell on PerkeX.`;
}

/** A page that is of no use to visitors from a search engine. */
function unindexedPage(name: PageName, heading: string, description: string, module: string): PageFacts {
  return {
    title: title(heading),
    description,
    path: PAGE_PATHS[name],
    modules: [`src/${module}-page.tsx`],
    isRendered: false,
    isIndexed: false,
  };
}

/** A user's private page; only its title is public. */
function dashboardPage(
  heading: string,
  name: 'profile' | 'buying' | 'selling' | 'watching' | 'collection' | 'settings' | 'shipping' | 'security',
  folder = 'dashboard',
): PageFacts {
  return {
    title: title(heading),
    description: 'Your orders, trades and settings.',
    path: PAGE_PATHS[name],
    modules: ['src/dashboard/dashboard-layout.tsx', `src/${folder}/${name}-page.tsx`],
    isRendered: false,
    isIndexed: false,
  };
}
