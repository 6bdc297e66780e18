import { ADDRESSES_OF_CAMPAIGNS } from './addresses-of-campaigns.js';
import { ADDRESSES_OF_CATALOGUE } from './addresses-of-catalogue.js';
import { ADDRESSES_OF_MARKET } from './addresses-of-market.js';
import { ADDRESSES_OF_MEMBERS } from './addresses-of-members.js';
import type { CacheTag, MarketTag, ProductTag } from './cache-tags.js';
import type { MemberAudience } from './roles.js';

interface Address {
  readonly method: 'GET' | 'POST';
  /** Below /api, in the pattern language of the server's router. */
  readonly path: string;
}

/** The subjects of a response. A change of one refetches the pages' queries, and invalidates a cached response. */
interface Tagged<Tag extends CacheTag> {
  readonly tags: readonly [Tag, ...Tag[]];
  /** Subjects that invalidate no cached response. It expires after `lagMs` instead. */
  readonly timedTags?: readonly Tag[];
  /** The maximum age of a response after a change. Pages wait this long before they refetch. */
  readonly lagMs?: number;
  /** The minimum time between a page's refetch and its next wait; a second if left out. */
  readonly pauseMs?: number;
}

type Untagged = { readonly [Field in keyof Tagged<CacheTag>]?: never };

/** A response for anybody, cached until a tag is invalidated. */
export type CachedAddress = Address & { readonly for: 'anybody'; readonly isCached: true } & (
    | Tagged<Exclude<MarketTag, ProductTag>>
    | (Tagged<MarketTag> & { readonly path: `/:id(${string}` })
  );

/** The address of a call and the users that it is for. A personal response is never cached. */
export type CallAddress =
  | CachedAddress
  | (Address & { readonly for: 'anybody'; readonly isCached?: never } & (Tagged<MarketTag> | Untagged))
  | (Address & { readonly for: 'user'; readonly isCached?: never } & (Tagged<CacheTag> | Untagged))
  | (Address & { readonly for: MemberAudience; readonly isCached?: never } & Untagged);

/**
 * The address of every call of the market (section 7). `CALLS` has their inputs and answers under the same names; the
 * pages need those as types only, which keeps the schemas out of the first visit.
 */
export const CALL_ADDRESSES = {
  products: {
    method: 'GET',
    path: '/',
    for: 'anybody',
    isCached: true,
    tags: ['all books', 'catalogue'],
    lagMs: 250,
  },
  product: {
    method: 'GET',
    path: '/:id(^\\d+$)',
    for: 'anybody',
    isCached: true,
    tags: ['books', 'sales'],
    pauseMs: 500,
  },
  productHistory: {
    method: 'GET',
    path: '/:id(^\\d+$)/history',
    for: 'anybody',
    isCached: true,
    tags: ['sales'],
  },
  productOddSales: {
    method: 'GET',
    path: '/:id(^\\d+$)/odd-sales',
    for: 'anybody',
    isCached: true,
    tags: ['odd sales'],
  },
  productSales: {
    method: 'GET',
    path: '/:id(^\\d+$)/sales',
    for: 'anybody',
    isCached: true,
    tags: ['sales'],
  },
  productBook: {
    method: 'GET',
    path: '/:id(^\\d+$)/book',
    for: 'anybody',
    isCached: true,
    tags: ['books'],
    pauseMs: 500,
  },
  productFigures: {
    method: 'GET',
    path: '/:id(^\\d+$)/figures',
    for: 'anybody',
    isCached: true,
    tags: ['books', 'sales'],
  },
  relatedProducts: {
    method: 'GET',
    path: '/:id(^\\d+$)/related',
    for: 'anybody',
    isCached: true,
    tags: ['all books', 'catalogue'],
    lagMs: 250,
  },
  alsoWatched: {
    method: 'GET',
    path: '/:id(^\\d+$)/also-watched',
    for: 'anybody',
    isCached: true,
    tags: ['catalogue'],
  },
  prices: { method: 'GET', path: '/prices', for: 'anybody', tags: ['books'] },
  trending: {
    method: 'GET',
    path: '/trending',
    for: 'anybody',
    isCached: true,
    tags: ['shown books', 'catalogue'],
  },
  browse: {
    method: 'GET',
    path: '/browse',
    for: 'anybody',
    isCached: true,
    tags: ['all books', 'catalogue'],
    lagMs: 250,
  },
  search: { method: 'GET', path: '/search', for: 'anybody', isCached: true, tags: ['catalogue'] },
  releases: {
    method: 'GET',
    path: '/releases',
    for: 'anybody',
    isCached: true,
    tags: ['catalogue'],
    timedTags: ['shown books'],
    lagMs: 5_000,
  },
  cards: {
    method: 'GET',
    path: '/cards',
    for: 'anybody',
    isCached: true,
    tags: ['shown books', 'catalogue'],
  },
  highestBids: {
    method: 'GET',
    path: '/highest-bids',
    for: 'anybody',
    isCached: true,
    tags: ['shown books'],
  },
  banners: {
    method: 'GET',
    path: '/home/banners',
    for: 'anybody',
    isCached: true,
    tags: ['shown books', 'catalogue'],
  },
  shelves: {
    method: 'GET',
    path: '/home/shelves',
    for: 'anybody',
    isCached: true,
    tags: ['catalogue'],
    timedTags: ['shown books'],
    lagMs: 5_000,
  },
  brands: {
    method: 'GET',
    path: '/brands',
    for: 'anybody',
    isCached: true,
    tags: ['catalogue'],
    lagMs: 5_000,
  },
  brand: {
    method: 'GET',
    path: '/brands/:brand',
    for: 'anybody',
    isCached: true,
    tags: ['catalogue'],
    timedTags: ['shown books'],
    lagMs: 5_000,
  },
  model: {
    method: 'GET',
    path: '/brands/:brand/:model',
    for: 'anybody',
    isCached: true,
    tags: ['catalogue'],
    timedTags: ['shown books'],
    lagMs: 5_000,
  },
  helpIndex: { method: 'GET', path: '/help', for: 'anybody' },
  help: { method: 'GET', path: '/help/:page', for: 'anybody' },
  market: {
    method: 'GET',
    path: '/market',
    for: 'anybody',
    isCached: true,
    tags: ['catalogue'],
    timedTags: ['all sales'],
    lagMs: 5_000,
    pauseMs: 5_000,
  },
  tape: { method: 'GET', path: '/market/tape', for: 'anybody', isCached: true, tags: ['all sales'] },
  marketIndex: {
    method: 'GET',
    path: '/market/index',
    for: 'anybody',
    isCached: true,
    tags: ['catalogue'],
    timedTags: ['all sales'],
    lagMs: 15_000,
    pauseMs: 45_000,
  },
  live: { method: 'GET', path: '/live', for: 'anybody' },
  ownLive: { method: 'GET', path: '/live/me', for: 'user' },
  health: { method: 'GET', path: '/health', for: 'anybody' },
  userData: { method: 'GET', path: '/getUserData/:uid', for: 'user', tags: ['own orders'], pauseMs: 500 },
  history: { method: 'GET', path: '/history', for: 'user' },
  exportUserData: { method: 'GET', path: '/export', for: 'user' },
  createUserData: { method: 'POST', path: '/createUserData', for: 'user' },
  shipping: { method: 'POST', path: '/shipping', for: 'user' },
  payout: { method: 'POST', path: '/payout', for: 'user' },
  payment: { method: 'POST', path: '/payment', for: 'user' },
  paymentSetup: { method: 'GET', path: '/payment-setup', for: 'user' },
  prepareCard: { method: 'POST', path: '/payment-setup/card', for: 'user' },
  finishCard: { method: 'POST', path: '/payment-setup/card/finish', for: 'user' },
  checkPayouts: { method: 'GET', path: '/payment-setup/payouts', for: 'user' },
  preparePayouts: { method: 'POST', path: '/payment-setup/payouts', for: 'user' },
  removePayouts: { method: 'POST', path: '/payment-setup/payouts/remove', for: 'user' },
  saveBankAccount: { method: 'POST', path: '/payment-setup/bank-account', for: 'user' },
  deals: { method: 'GET', path: '/deals', for: 'user', tags: ['own orders', 'own notices'], pauseMs: 500 },
  deal: { method: 'GET', path: '/deals/:id', for: 'user', tags: ['own orders', 'own notices'], pauseMs: 500 },
  paymentInstructions: {
    method: 'GET',
    path: '/deals/:id/payment-instructions',
    for: 'user',
    tags: ['own orders', 'own notices'],
    pauseMs: 500,
  },
  bankPage: { method: 'GET', path: '/deals/:id/bank', for: 'user' },
  takeDealStep: { method: 'POST', path: '/deals/step', for: 'user' },
  money: { method: 'GET', path: '/money', for: 'user', tags: ['own orders', 'own notices'], pauseMs: 500 },
  exportMoney: { method: 'GET', path: '/money/export', for: 'user' },
  sizePreference: { method: 'GET', path: '/sizes', for: 'user' },
  saveSizePreference: { method: 'POST', path: '/sizes', for: 'user' },
  notices: { method: 'GET', path: '/notices', for: 'user', tags: ['own notices'], pauseMs: 500 },
  unreadNotices: { method: 'GET', path: '/notices/unread', for: 'user', tags: ['own notices'], pauseMs: 500 },
  readNotice: { method: 'POST', path: '/notices/read', for: 'user' },
  readNotices: { method: 'POST', path: '/notices/read-all', for: 'user' },
  noticeSettings: { method: 'GET', path: '/notices/settings', for: 'user' },
  noticeMail: { method: 'POST', path: '/notices/settings', for: 'user' },
  watches: { method: 'GET', path: '/watches', for: 'user', tags: ['own watches', 'shown books'] },
  hearts: { method: 'GET', path: '/hearts', for: 'user', tags: ['own watches'] },
  watch: { method: 'POST', path: '/watches/set', for: 'user' },
  unwatch: { method: 'POST', path: '/watches/remove', for: 'user' },
  collection: {
    method: 'GET',
    path: '/collection',
    for: 'user',
    tags: ['own pairs', 'own orders', 'shown books'],
    pauseMs: 500,
  },
  collectionHistory: {
    method: 'GET',
    path: '/collection/history',
    for: 'user',
    tags: ['own pairs', 'own orders'],
    pauseMs: 500,
  },
  addPair: { method: 'POST', path: '/collection/add', for: 'user' },
  removePair: { method: 'POST', path: '/collection/remove', for: 'user' },
  restorePair: { method: 'POST', path: '/collection/restore', for: 'user' },
  ask: { method: 'POST', path: '/ask', for: 'user' },
  bid: { method: 'POST', path: '/bid', for: 'user' },
  sell: { method: 'POST', path: '/sell', for: 'user' },
  buy: { method: 'POST', path: '/buy', for: 'user' },
  deleteAsk: { method: 'POST', path: '/deleteAsk', for: 'user' },
  deleteBid: { method: 'POST', path: '/deleteBid', for: 'user' },
  deskUsers: { method: 'GET', path: '/desk/users', for: 'admin' },
  deskUser: { method: 'GET', path: '/desk/users/:user', for: 'admin' },
  deskUserDeals: { method: 'GET', path: '/desk/users/:user/deals', for: 'admin' },
  blockUser: { method: 'POST', path: '/desk/users/block', for: 'admin' },
  unblockUser: { method: 'POST', path: '/desk/users/unblock', for: 'admin' },
  limitUser: { method: 'POST', path: '/desk/users/limits', for: 'admin' },
  deferDebt: { method: 'POST', path: '/desk/users/defer-debt', for: 'admin' },
  noteUser: { method: 'POST', path: '/desk/users/note', for: 'admin' },
  journal: { method: 'GET', path: '/desk/journal', for: 'admin' },
  exportJournal: { method: 'GET', path: '/desk/journal/export', for: 'admin' },
  desk: { method: 'GET', path: '/desk', for: 'member' },
  chooseDigest: { method: 'POST', path: '/desk/digest', for: 'member' },
  deskDeals: { method: 'GET', path: '/desk/deals', for: 'member' },
  deskSearch: { method: 'GET', path: '/desk/search', for: 'member' },
  deskDeal: { method: 'GET', path: '/desk/deals/:code', for: 'member' },
  deskLabel: { method: 'GET', path: '/desk/deals/:code/label', for: 'desk' },
  buyLabel: { method: 'POST', path: '/desk/label', for: 'desk' },
  deskPapers: { method: 'GET', path: '/desk/papers', for: 'desk' },
  takeDeskStep: { method: 'POST', path: '/desk/step', for: 'desk' },
  dealReport: { method: 'GET', path: '/deals/:id/report', for: 'user' },
  dealPhoto: { method: 'GET', path: '/deals/:id/photos/:photo', for: 'user' },
  claimPhotos: { method: 'GET', path: '/deals/:id/claim-photos', for: 'user' },
  claimPhoto: { method: 'GET', path: '/deals/:id/claim-photos/:photo', for: 'user' },
  addClaimPhoto: { method: 'POST', path: '/deals/claim-photos', for: 'user' },
  addPhoto: { method: 'POST', path: '/desk/photos', for: 'desk' },
  deskClaimPhoto: { method: 'GET', path: '/desk/deals/:code/claim-photos/:photo', for: 'member' },
  deskPhoto: { method: 'GET', path: '/desk/deals/:code/photos/:photo', for: 'member' },
  reservePair: { method: 'POST', path: '/desk/reserve', for: 'desk' },
  giveVerdict: { method: 'POST', path: '/desk/verdict', for: 'desk' },
  expectVerdict: { method: 'POST', path: '/desk/expected-verdict', for: 'admin' },
  verification: { method: 'GET', path: '/desk/verification', for: 'desk' },
  changeChecklist: { method: 'POST', path: '/desk/checklist', for: 'admin' },
  takeFinanceStep: { method: 'POST', path: '/desk/finance-step', for: 'finance' },
  deskMoney: { method: 'GET', path: '/desk/money', for: 'finance' },
  deskMoneyDeals: { method: 'GET', path: '/desk/money/deals', for: 'finance' },
  previewStatement: { method: 'POST', path: '/desk/money/statement/preview', for: 'finance' },
  bookStatement: { method: 'POST', path: '/desk/money/statement', for: 'finance' },
  bankLines: { method: 'GET', path: '/desk/money/lines', for: 'finance' },
  bookBankLine: { method: 'POST', path: '/desk/money/lines/book', for: 'finance' },
  returnBankLine: { method: 'POST', path: '/desk/money/lines/return', for: 'finance' },
  bookedBankLines: { method: 'GET', path: '/desk/money/lines/:code', for: 'finance' },
  correctBankLine: { method: 'POST', path: '/desk/money/lines/correct', for: 'finance' },
  waitingPayouts: { method: 'GET', path: '/desk/money/payouts', for: 'finance' },
  proposePayouts: { method: 'POST', path: '/desk/money/payouts', for: 'finance' },
  payoutLists: { method: 'GET', path: '/desk/money/lists', for: 'finance' },
  payoutList: { method: 'GET', path: '/desk/money/lists/:list', for: 'finance' },
  payoutFile: { method: 'GET', path: '/desk/money/lists/:list/file', for: 'finance' },
  decidePayoutList: { method: 'POST', path: '/desk/money/lists/decide', for: 'finance' },
  reportedSellers: { method: 'GET', path: '/desk/money/sellers', for: 'finance' },
  ledger: { method: 'GET', path: '/desk/ledger', for: 'finance' },
  ledgerAccount: { method: 'GET', path: '/desk/ledger/accounts/:account', for: 'finance' },
  ledgerTransfers: { method: 'GET', path: '/desk/ledger/transfers', for: 'finance' },
  ledgerDeal: { method: 'GET', path: '/desk/ledger/deals/:code', for: 'finance' },
  exportLedger: { method: 'GET', path: '/desk/ledger/export', for: 'finance' },
  reportPayouts: { method: 'POST', path: '/desk/money/lists/report', for: 'finance' },
  ...ADDRESSES_OF_MARKET,
  ...ADDRESSES_OF_CATALOGUE,
  ...ADDRESSES_OF_CAMPAIGNS,
  ...ADDRESSES_OF_MEMBERS,
} as const satisfies Record<string, CallAddress>;

export type CallName = keyof typeof CALL_ADDRESSES;

/** The calls whose responses the server caches. */
export type CachedCallName = {
  [Name in CallName]: (typeof CALL_ADDRESSES)[Name] extends { readonly isCached: true } ? Name : never;
}[CallName];
