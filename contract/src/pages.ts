/** The record of a page: the server's routes and heads, the site map and the routes of the web are made from it. */
export interface PageRecord {
  /**
   * The pattern of its canonical path (section 2), in the pattern language that the server's router and the browser's
   * share. The server redirects all other paths to `/`.
   */
  readonly path: string;
  /** Null for Home, whose title is the name of the market. */
  readonly title: string | null;
  readonly description: string;
  /** The file of its component, in `web/src`. */
  readonly module: string;
  /** The export of this file, or a property of an export. */
  readonly component: string;
  /**
   * The parts around it in `web/src/routes.tsx`: `visitor` is for visitors only, `dashboard` for users only, `desk` for
   * members only. For everyone else, a page of the desk is unknown.
   */
  readonly layout: 'market' | 'visitor' | 'dashboard' | 'desk';
  /** True if it looks the same to all visitors, so that it can be rendered. */
  readonly isRendered: boolean;
  /** True if search engines may show it. */
  readonly isIndexed: boolean;
  /** The path of the page that usually follows. Its code is loaded, too. */
  readonly next?: string;
  /** True if it exists only once deals have started. */
  readonly needsDeals?: boolean;
}

const RENDERED = { layout: 'market', isRendered: true, isIndexed: true } as const;
/** A page without public content. */
const UNINDEXED = { layout: 'market', isRendered: false, isIndexed: false } as const;
/** For visitors only. */
const SIGN_IN = { ...UNINDEXED, layout: 'visitor' } as const;
/** A user's private page; only its title is public. */
const DASHBOARD = {
  description: 'Your orders, trades and settings.',
  ...UNINDEXED,
  layout: 'dashboard',
} as const;

const DESK = {
  description: 'The work of the market.',
  ...UNINDEXED,
  layout: 'desk',
  needsDeals: true,
} as const;

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
  profile: {
    path: '/dashboard/profile',
    title: 'Profile',
    module: 'dashboard/profile-page.tsx',
    component: 'ProfilePage',
    ...DASHBOARD,
  },
  buying: {
    path: '/dashboard/buying',
    title: 'Buying',
    module: 'dashboard/buying-page.tsx',
    component: 'BuyingPage',
    ...DASHBOARD,
  },
  selling: {
    path: '/dashboard/selling',
    title: 'Selling',
    module: 'dashboard/selling-page.tsx',
    component: 'SellingPage',
    ...DASHBOARD,
  },
  deal: {
    path: '/dashboard/orders/:deal',
    title: 'Your order',
    module: 'deals/deal-page.tsx',
    component: 'DealPage',
    ...DASHBOARD,
    needsDeals: true,
  },
  dealSlip: {
    path: '/dashboard/orders/:deal/slip',
    title: 'Packing slip',
    module: 'deals/slip-page.tsx',
    component: 'SlipPage',
    ...DASHBOARD,
    needsDeals: true,
  },
  dealReceipt: {
    path: '/dashboard/orders/:deal/receipt',
    title: 'Receipt',
    module: 'deals/receipt-page.tsx',
    component: 'ReceiptPage',
    ...DASHBOARD,
    needsDeals: true,
  },
  money: {
    path: '/dashboard/money',
    title: 'My money',
    module: 'deals/money-page.tsx',
    component: 'MoneyPage',
    ...DASHBOARD,
    needsDeals: true,
  },
  desk: {
    path: '/desk',
    title: 'Desk',
    module: 'desk/desk-page.tsx',
    component: 'DeskPage',
    ...DESK,
  },
  deskDeal: {
    path: '/desk/deals/:code',
    title: 'Deal',
    module: 'desk/desk-deal-page.tsx',
    component: 'DeskDealPage',
    ...DESK,
  },
  deskMoney: {
    path: '/desk/money',
    title: 'Money',
    module: 'desk/money/desk-money-page.tsx',
    component: 'DeskMoneyPage',
    ...DESK,
  },
  deskStatement: {
    path: '/desk/money/statement',
    title: 'Statement',
    module: 'desk/money/statement-page.tsx',
    component: 'StatementPage',
    ...DESK,
  },
  deskPayouts: {
    path: '/desk/money/payouts',
    title: 'Payouts',
    module: 'desk/money/payouts-page.tsx',
    component: 'PayoutsPage',
    ...DESK,
  },
  deskPayoutList: {
    path: '/desk/money/payouts/:list',
    title: 'Payout list',
    module: 'desk/money/payout-list-page.tsx',
    component: 'PayoutListPage',
    ...DESK,
  },
  deskSellers: {
    path: '/desk/money/sellers',
    title: 'Sellers',
    module: 'desk/money/sellers-page.tsx',
    component: 'SellersPage',
    ...DESK,
  },
  deskLedger: {
    path: '/desk/ledger',
    title: 'Ledger',
    module: 'desk/money/ledger-page.tsx',
    component: 'LedgerPage',
    ...DESK,
  },
  watching: {
    path: '/dashboard/watching',
    title: 'Watching',
    module: 'watching/watching-page.tsx',
    component: 'WatchingPage',
    ...DASHBOARD,
  },
  collection: {
    path: '/dashboard/collection',
    title: 'Collection',
    module: 'collection/collection-page.tsx',
    component: 'CollectionPage',
    ...DASHBOARD,
  },
  settings: {
    path: '/dashboard/settings',
    title: 'Settings',
    module: 'settings/settings-page.tsx',
    component: 'SettingsPage',
    ...DASHBOARD,
  },
  shipping: {
    path: '/dashboard/settings/shipping',
    title: 'Shipping',
    module: 'settings/shipping-page.tsx',
    component: 'ShippingPage',
    ...DASHBOARD,
  },
  security: {
    path: '/dashboard/settings/security',
    title: 'Login & security',
    module: 'identity/security/security-page.tsx',
    component: 'SecurityPage',
    ...DASHBOARD,
  },
} as const satisfies Readonly<Record<string, PageRecord>>;

export type PageName = keyof typeof PAGES;
