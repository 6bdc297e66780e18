/** The address of a call, and whether the call concerns the user who makes it. */
export interface CallAddress {
  readonly method: 'GET' | 'POST';
  /** Below /api, in the pattern language of the server's router. */
  readonly path: string;
  readonly isOwn?: true;
}

/**
 * The address of every call of the market (section 7). `CALLS` has their inputs and answers under the same names; the
 * pages need those as types only, which keeps the schemas out of the first visit.
 */
export const CALL_ADDRESSES = {
  products: { method: 'GET', path: '/' },
  product: { method: 'GET', path: '/:id(^\\d+$)' },
  productHistory: { method: 'GET', path: '/:id(^\\d+$)/history' },
  productOddSales: { method: 'GET', path: '/:id(^\\d+$)/odd-sales' },
  productSales: { method: 'GET', path: '/:id(^\\d+$)/sales' },
  productBook: { method: 'GET', path: '/:id(^\\d+$)/book' },
  productFigures: { method: 'GET', path: '/:id(^\\d+$)/figures' },
  related: { method: 'GET', path: '/:id(^\\d+$)/related' },
  alsoWatched: { method: 'GET', path: '/:id(^\\d+$)/also-watched' },
  prices: { method: 'GET', path: '/prices' },
  trending: { method: 'GET', path: '/trending' },
  browse: { method: 'GET', path: '/browse' },
  search: { method: 'GET', path: '/search' },
  releases: { method: 'GET', path: '/releases' },
  cards: { method: 'GET', path: '/cards' },
  highestBids: { method: 'GET', path: '/highest-bids' },
  banners: { method: 'GET', path: '/home/banners' },
  shelves: { method: 'GET', path: '/home/shelves' },
  brands: { method: 'GET', path: '/brands' },
  brand: { method: 'GET', path: '/brands/:brand' },
  model: { method: 'GET', path: '/brands/:brand/:model' },
  helpIndex: { method: 'GET', path: '/help' },
  help: { method: 'GET', path: '/help/:page' },
  market: { method: 'GET', path: '/market' },
  tape: { method: 'GET', path: '/market/tape' },
  marketIndex: { method: 'GET', path: '/market/index' },
  live: { method: 'GET', path: '/live' },
  ownLive: { method: 'GET', path: '/live/me', isOwn: true },
  health: { method: 'GET', path: '/health' },
  userData: { method: 'GET', path: '/getUserData/:uid', isOwn: true },
  history: { method: 'GET', path: '/history', isOwn: true },
  exportUserData: { method: 'GET', path: '/export', isOwn: true },
  createUserData: { method: 'POST', path: '/createUserData', isOwn: true },
  shipping: { method: 'POST', path: '/shipping', isOwn: true },
  payout: { method: 'POST', path: '/payout', isOwn: true },
  payment: { method: 'POST', path: '/payment', isOwn: true },
  sizePreference: { method: 'GET', path: '/sizes', isOwn: true },
  saveSizePreference: { method: 'POST', path: '/sizes', isOwn: true },
  notices: { method: 'GET', path: '/notices', isOwn: true },
  unreadNotices: { method: 'GET', path: '/notices/unread', isOwn: true },
  readNotice: { method: 'POST', path: '/notices/read', isOwn: true },
  readNotices: { method: 'POST', path: '/notices/read-all', isOwn: true },
  noticeSettings: { method: 'GET', path: '/notices/settings', isOwn: true },
  noticeMail: { method: 'POST', path: '/notices/settings', isOwn: true },
  watches: { method: 'GET', path: '/watches', isOwn: true },
  hearts: { method: 'GET', path: '/hearts', isOwn: true },
  watch: { method: 'POST', path: '/watches/set', isOwn: true },
  unwatch: { method: 'POST', path: '/watches/remove', isOwn: true },
  collection: { method: 'GET', path: '/collection', isOwn: true },
  collectionHistory: { method: 'GET', path: '/collection/history', isOwn: true },
  addPair: { method: 'POST', path: '/collection/add', isOwn: true },
  removePair: { method: 'POST', path: '/collection/remove', isOwn: true },
  restorePair: { method: 'POST', path: '/collection/restore', isOwn: true },
  ask: { method: 'POST', path: '/ask', isOwn: true },
  bid: { method: 'POST', path: '/bid', isOwn: true },
  sell: { method: 'POST', path: '/sell', isOwn: true },
  buy: { method: 'POST', path: '/buy', isOwn: true },
  deleteAsk: { method: 'POST', path: '/deleteAsk', isOwn: true },
  deleteBid: { method: 'POST', path: '/deleteBid', isOwn: true },
} as const satisfies Record<string, CallAddress>;

export type CallName = keyof typeof CALL_ADDRESSES;
