import {
  ADDRESSES_OF_CAMPAIGNS,
  ADDRESSES_OF_CATALOGUE,
  ADDRESSES_OF_MARKET,
  ADDRESSES_OF_MEMBERS,
} from './addresses-of-catalogue.js';
import { ADDRESSES_OF_USERS } from './addresses-of-users.js';
import type { CacheTag, MarketTag, ProductTag } from './cache-tags.js';
import type { KeyScope } from './key-scopes.js';
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
export type CachedAddress = Address & {
  readonly for: 'anybody';
  readonly isCached: true;
  readonly scope?: never;
} & (Tagged<Exclude<MarketTag, ProductTag>> | (Tagged<MarketTag> & { readonly path: `/:id(${string}` }));

/** A call without a scope. */
type Unscoped = { readonly isCached?: never; readonly scope?: never };

/** A call of a signed-in user. Keys may make it only if it names their scope. */
type UserAddress = Address & {
  readonly for: 'user';
  readonly scope?: KeyScope;
  readonly isCached?: never;
} & (Tagged<CacheTag> | Untagged);

/** The address of a call and the users that it is for. A personal response is never cached. */
export type CallAddress =
  | CachedAddress
  | (Address & Unscoped & { readonly for: 'anybody' } & (Tagged<MarketTag> | Untagged))
  | UserAddress
  | (Address & Unscoped & { readonly for: MemberAudience } & Untagged);

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
  developers: { method: 'GET', path: '/developers', for: 'anybody' },
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
  bookFeed: { method: 'GET', path: '/feed', for: 'anybody' },
  health: { method: 'GET', path: '/health', for: 'anybody' },
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
  ...ADDRESSES_OF_USERS,
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
