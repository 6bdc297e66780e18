import { PAGE_PATHS } from '@perkex/contract/page-paths.js';

/** Replaces a size in an address where the user's own size would be the default. */
export const ALL_SIZES = 'all';

/** The mode of the buy flow in an address: a bid, or a purchase at once. */
export type BuyMode = 'bid' | 'now';

/** The parameters of a path: one for each `:name`. */
type Parameters<Path extends string> = Path extends `${string}/:${string}/${infer Rest}`
  ? [value: string | number, ...Parameters<`/${Rest}`>]
  : Path extends `${string}/:${string}`
    ? [value: string | number]
    : [];

/** A path, or for a pattern a function that fills its parameters in their order. */
type PathOf<Path extends string> =
  Parameters<Path> extends [] ? Path : (...values: Parameters<Path>) => string;

const PLAIN = Object.fromEntries(
  Object.entries(PAGE_PATHS).map(([name, path]) => [
    name,
    path.includes(':') ? (...values: (string | number)[]) => filled(path, values) : path,
  ]),
) as { readonly [Name in keyof typeof PAGE_PATHS]: PathOf<(typeof PAGE_PATHS)[Name]> };

/** The addresses of all pages, for links. Those with a query are written out. */
export const paths = {
  ...PLAIN,
  /** @param address the filters, as `addressOf` writes them */
  browse: (address = '') => (address === '' ? PLAIN.browse : `${PLAIN.browse}?${address}`),
  product: (id: number, size?: string) => withQuery(PLAIN.product(id), { size }),
  /** @param month YYYY-MM */
  releases: (month?: string) => withQuery(PLAIN.releases, { month }),
  sell: (id: number, size?: string) => withQuery(PLAIN.sell(id), { size }),
  buy: (id: number, size?: string, mode?: BuyMode) => withQuery(PLAIN.buy(id), { size, mode }),
  /** The open orders of a side, at the row of a product and size. */
  buyingRow: (productId: number, size: string) =>
    withQuery(PLAIN.buying, { product: String(productId), size }),
  sellingRow: (productId: number, size: string) =>
    withQuery(PLAIN.selling, { product: String(productId), size }),
  /** @param queue the queue that it opens; undefined for the first one that is not empty */
  desk: (queue?: string) => withQuery(PLAIN.desk, { queue }),
  /** @param search a tracking number, or words */
  deskSearch: (search?: string) => withQuery(PLAIN.deskSearch, { search }),
  /** @param code the code on the papers of a deal @param queue the queue that the member works on */
  deskDeal: (code: string, queue?: string) => withQuery(PLAIN.deskDeal(code), { queue }),
  /** @param codes the codes of the pairs */
  deskPapers: (codes: readonly string[]) => withQuery(PLAIN.deskPapers, { codes: codes.join(',') }),
  /** @param queue the queue of money that it opens */
  deskMoney: (queue?: string) => withQuery(PLAIN.deskMoney, { queue }),
  /** @param view the drafts, the hidden products, or the products that match a text; nothing for all products */
  deskCatalogue: (view: { readonly state?: 'draft' | 'hidden'; readonly q?: string } = {}) =>
    withQuery(PLAIN.deskCatalogue, view),
  /** @param view the sums or transfers that it opens; nothing for all accounts */
  deskLedger: (view: { readonly account?: string; readonly day?: string; readonly deal?: string } = {}) =>
    withQuery(PLAIN.deskLedger, view),
  /** @param search what it searches for */
  deskUsers: (search?: string) => withQuery(PLAIN.deskUsers, { search }),
  /** @param filters the acts that it shows; nothing for all */
  deskJournal: (filters: Readonly<Record<string, string>> = {}) => withQuery(PLAIN.deskJournal, filters),
} as const;

function filled(pattern: string, values: readonly (string | number)[]): string {
  let next = 0;
  return pattern.replace(/:\w+/g, () => {
    next += 1;
    return encodeURIComponent(values[next - 1] ?? '');
  });
}

function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}
