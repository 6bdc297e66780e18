import { priceChangePercent } from '../market/figures.js';

/** What the lists of the market are told from: a product and a period up to now. */
export interface ProductInPeriod {
  readonly productId: number;
  readonly sales: number;
  readonly sumCents: number;
  /** The same length of time before the period. */
  readonly salesBefore: number;
  readonly sumCentsBefore: number;
  readonly premiumPercent: number | null;
  readonly spreadPercent: number | null;
}

export type MarketList = 'mostSold' | 'largestRise' | 'largestFall' | 'largestPremium' | 'narrowestSpread';

export type MovedProduct<Product> = Product & { readonly changePercent: number | null };

/** How the average price of the period compares with that of the time before; null where either has no sale. */
export function changeInPeriod({
  sales,
  sumCents,
  salesBefore,
  sumCentsBefore,
}: Pick<ProductInPeriod, 'sales' | 'sumCents' | 'salesBefore' | 'sumCentsBefore'>): number | null {
  return sales === 0 || salesBefore === 0
    ? null
    : priceChangePercent(sumCents / sales, sumCentsBefore / salesBefore);
}

/**
 * The lists of the market, each of `length` products at most, the first of each list first; of equals, the one that
 * sold more, then the older.
 * @param fewestSales how many sales a rise or a fall needs
 */
export function marketLists<Product extends ProductInPeriod>(
  products: readonly Product[],
  { length, fewestSales }: { readonly length: number; readonly fewestSales: number },
): Record<MarketList, MovedProduct<Product>[]> {
  const moved = products
    .map((product) => ({ ...product, changePercent: changeInPeriod(product) }))
    .sort((a, b) => b.sales - a.sales || a.productId - b.productId);
  const top = (rankOf: (product: MovedProduct<Product>) => number | null): MovedProduct<Product>[] =>
    moved
      .map((product) => ({ product, rank: rankOf(product) }))
      .filter((ranked): ranked is { product: MovedProduct<Product>; rank: number } => ranked.rank !== null)
      .sort((a, b) => b.rank - a.rank)
      .slice(0, length)
      .map(({ product }) => product);
  const moveOf = ({ sales, changePercent }: MovedProduct<Product>) =>
    sales >= fewestSales ? changePercent : null;
  return {
    mostSold: top(({ sales }) => (sales > 0 ? sales : null)),
    largestRise: top((product) => positive(moveOf(product))),
    largestFall: top((product) => positive(negated(moveOf(product)))),
    largestPremium: top(({ premiumPercent }) => premiumPercent),
    narrowestSpread: top(({ spreadPercent }) => negated(spreadPercent)),
  };
}

function positive(number: number | null): number | null {
  return number !== null && number > 0 ? number : null;
}

function negated(number: number | null): number | null {
  return number === null ? null : -number;
}
