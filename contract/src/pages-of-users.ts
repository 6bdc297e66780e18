import { type PageRecord, UNINDEXED } from './page-record.js';

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

/** The pages of users, the dashboard, and those of members, the desk (section 2). */
export const PAGES_OF_USERS = {
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
