import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import { pathOf } from '@perkex/contract/path-of.js';

/** Replaces a size in an address where the user's own size would be the default. */
export const ALL_SIZES = 'all';

/** The mode of the buy flow in an address: a bid, or a purchase at once. */
export type BuyMode = 'bid' | 'now';

/** The addresses of the pages, for links. The contract has their patterns. */
export const paths = {
  home: PAGE_PATHS.home,
  market: PAGE_PATHS.market,
  /** @param address the filters, as `addressOf` writes them */
  browse: (address = '') => (address === '' ? PAGE_PATHS.browse : `${PAGE_PATHS.browse}?${address}`),
  product: (id: number, size?: string) => withQuery(pathOf(PAGE_PATHS.product, { id: String(id) }), { size }),
  brands: PAGE_PATHS.brands,
  /** @param slug the brand's name in addresses */
  brand: (slug: string) => pathOf(PAGE_PATHS.brand, { brand: slug }),
  /** @param model the model line's name in addresses */
  model: (brand: string, model: string) => pathOf(PAGE_PATHS.model, { brand, model }),
  /** @param month YYYY-MM */
  releases: (month?: string) =>
    month === undefined ? PAGE_PATHS.releases : `${PAGE_PATHS.releases}?month=${month}`,
  help: PAGE_PATHS.help,
  helpPage: (page: string) => pathOf(PAGE_PATHS.helpPage, { page }),
  sellSearch: PAGE_PATHS.sellSearch,
  sell: (id: number, size?: string) => withQuery(pathOf(PAGE_PATHS.sell, { id: String(id) }), { size }),
  buy: (id: number, size?: string, mode?: BuyMode) =>
    withQuery(pathOf(PAGE_PATHS.buy, { id: String(id) }), { size, mode }),
  login: PAGE_PATHS.login,
  register: PAGE_PATHS.register,
  forgotPassword: PAGE_PATHS.forgotPassword,
  confirmEmail: PAGE_PATHS.confirmEmail,
  profile: PAGE_PATHS.profile,
  buying: PAGE_PATHS.buying,
  selling: PAGE_PATHS.selling,
  deal: (id: string) => pathOf(PAGE_PATHS.deal, { deal: id }),
  dealSlip: (id: string) => pathOf(PAGE_PATHS.dealSlip, { deal: id }),
  dealReceipt: (id: string) => pathOf(PAGE_PATHS.dealReceipt, { deal: id }),
  money: PAGE_PATHS.money,
  /** @param queue the queue that it opens; undefined for the first one that is not empty */
  desk: (queue?: string) => withQuery(PAGE_PATHS.desk, { queue }),
  /** @param code the code on the papers of a deal @param queue the queue that the member works on */
  deskDeal: (code: string, queue?: string) => withQuery(pathOf(PAGE_PATHS.deskDeal, { code }), { queue }),
  /** @param queue the queue of money that it opens */
  deskMoney: (queue?: string) => withQuery(PAGE_PATHS.deskMoney, { queue }),
  deskStatement: PAGE_PATHS.deskStatement,
  deskSellers: PAGE_PATHS.deskSellers,
  deskPayouts: PAGE_PATHS.deskPayouts,
  deskPayoutList: (list: number) => pathOf(PAGE_PATHS.deskPayoutList, { list: String(list) }),
  /** @param view the sums or transfers that it opens; nothing for all accounts */
  deskLedger: (view: { readonly account?: string; readonly day?: string; readonly deal?: string } = {}) =>
    withQuery(PAGE_PATHS.deskLedger, view),
  watching: PAGE_PATHS.watching,
  collection: PAGE_PATHS.collection,
  settings: PAGE_PATHS.settings,
  shipping: PAGE_PATHS.shipping,
  security: PAGE_PATHS.security,
} as const;

function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}
