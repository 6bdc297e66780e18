import { type PageRecord, UNINDEXED } from './page-record.js';
import { PAGES_OF_USERS } from './pages-of-users.js';

export type { PageRecord };

const RENDERED = { layout: 'market', isRendered: true, isIndexed: true } as const;
/** For visitors only. */
const SIGN_IN = { ...UNINDEXED, layout: 'visitor' } as const;

/** Every page (section 2). */
export const PAGES = {
  home: {
    path: '/',
    title: null,
    description:
      'An open marketplace for new sneakers: bid what you would pay, ask what you would take, or trade at once at the best price.',
    module: 'home/home-page.tsx',
    component: 'HomePage',
    ...RENDERED,
  },
  browse: {
    path: '/browse',
    title: 'All sneakers',
    description:
      'All sneakers, by brand, model, size, price, colour and release year, with the lowest ask and the last sale of each.',
    module: 'browse/browse-page.tsx',
    component: 'BrowsePage',
    ...RENDERED,
  },
  brands: {
    path: '/brands',
    title: 'Brands',
    description: 'All brands of sneakers that trade here, each with its model lines.',
    module: 'brand/brand-pages.ts',
    component: 'BRAND_PAGES.BrandsPage',
    ...RENDERED,
  },
  brand: {
    path: '/brands/:brand',
    title: 'Brand',
    description: 'The sneakers of a brand, with the lowest ask and the last sale of each.',
    module: 'brand/brand-pages.ts',
    component: 'BRAND_PAGES.BrandPage',
    ...RENDERED,
  },
  model: {
    path: '/brands/:brand/:model',
    title: 'Model',
    description: 'The sneakers of a model line, with the lowest ask and the last sale of each.',
    module: 'brand/brand-pages.ts',
    component: 'BRAND_PAGES.ModelPage',
    ...RENDERED,
  },
  releases: {
    path: '/releases',
    title: 'Releases',
    description: 'Which sneakers come and came out, month by month, with their retail prices.',
    module: 'releases/releases-page.tsx',
    component: 'ReleasesPage',
    ...RENDERED,
  },
  market: {
    path: '/market',
    title: 'Market',
    description:
      'The PX50, the index of the sneakers that trade most, with the newest sales, the best sellers, and what rises and falls.',
    module: 'market/market-page.tsx',
    component: 'MarketPage',
    ...RENDERED,
  },
  marketDay: {
    path: '/market/:day',
    title: 'The close',
    description: 'A day of the market: the PX50, what rose and fell, and what reached a new high or low.',
    module: 'market/market-day-page.tsx',
    component: 'MarketDayPage',
    ...RENDERED,
  },
  sellSearch: {
    path: '/sell',
    title: 'Choose a product',
    description:
      'Choose the sneakers that you want to sell: name your price or sell at once to the highest bid.',
    module: 'product/sell-search-page.tsx',
    component: 'SellSearchPage',
    ...RENDERED,
  },
  help: {
    path: '/help',
    title: 'Help',
    description: 'How PerkeX works, what it costs, and what it does with your data.',
    module: 'help/help-pages.ts',
    component: 'HELP_PAGES.HelpIndexPage',
    ...RENDERED,
  },
  helpPage: {
    path: '/help/:page',
    title: 'Help',
    description: 'How PerkeX works, what it costs, and what it does with your data.',
    module: 'help/help-pages.ts',
    component: 'HELP_PAGES.HelpPage',
    ...RENDERED,
  },
  developers: {
    path: '/developers',
    title: 'Developers',
    description:
      'How programs trade on PerkeX: keys, orders, events and the feed, with an example of each call.',
    module: 'help/developers-page.tsx',
    component: 'DevelopersPage',
    ...RENDERED,
  },
  product: {
    path: '/product/:id',
    title: 'Product',
    description: 'Asks, bids and past sales of new sneakers, size by size.',
    module: 'product/product-page.tsx',
    component: 'ProductPage',
    ...RENDERED,
  },
  sell: {
    path: '/sell/:id',
    title: 'Sell',
    description: 'Name your price or sell at once to the highest bid.',
    module: 'trade/trade-page.tsx',
    component: 'SellPage',
    ...UNINDEXED,
    next: '/dashboard/selling',
  },
  buy: {
    path: '/buy/:id',
    title: 'Buy',
    description: 'Name your price or buy at once from the lowest ask.',
    module: 'trade/trade-page.tsx',
    component: 'BuyPage',
    ...UNINDEXED,
    next: '/dashboard/buying',
  },
  soldPair: {
    path: '/sold/:id/:sale',
    title: 'Sold',
    description: 'A pair that was sold here: its size, its price and the day.',
    module: 'box/sold-pair-page.tsx',
    component: 'SoldPairPage',
    ...RENDERED,
    isIndexed: false,
  },
  login: {
    path: '/login',
    title: 'Log in',
    description: 'Log in to bid, ask, buy and sell.',
    module: 'identity/pages/login-page.tsx',
    component: 'LoginPage',
    ...SIGN_IN,
  },
  register: {
    path: '/register',
    title: 'Sign up',
    description: 'Sign up to bid, ask, buy and sell new sneakers.',
    module: 'identity/pages/register-page.tsx',
    component: 'RegisterPage',
    ...SIGN_IN,
  },
  forgotPassword: {
    path: '/forgot-password',
    title: 'Forgot password',
    description: 'Get a link to choose a new password.',
    module: 'identity/pages/forgot-password-page.tsx',
    component: 'ForgotPasswordPage',
    ...UNINDEXED,
  },
  resetPassword: {
    path: '/reset-password',
    title: 'Reset password',
    description: 'Choose a new password.',
    module: 'identity/pages/reset-password-page.tsx',
    component: 'ResetPasswordPage',
    ...UNINDEXED,
  },
  confirmEmail: {
    path: '/confirm-email',
    title: 'Confirm your e-mail',
    description: 'Confirm the e-mail of your account.',
    module: 'identity/pages/confirm-email-page.tsx',
    component: 'ConfirmEmailPage',
    ...UNINDEXED,
  },
  invitation: {
    path: '/invitation',
    title: 'Invitation',
    description: 'Become a member of the market.',
    module: 'identity/pages/invitation-page.tsx',
    component: 'InvitationPage',
    ...UNINDEXED,
    needsDeals: true,
  },
  ...PAGES_OF_USERS,
} as const satisfies Readonly<Record<string, PageRecord>>;

export type PageName = keyof typeof PAGES;
