import {
  type MarketInPeriod,
  type MarketList,
  marketLists,
  moveInPeriod,
  type PeriodOfSales,
  SALES_OF_A_MOVER,
} from '../figures/movers.js';
import { premiumPercent } from '../figures/product-figures.js';
import type { ListedProduct } from './found.js';
import type { ProductColumns } from './product-columns.js';
import type { Hours } from './product-sales.js';

/** The period of the market lists: 7 or 30 days up to now, or some hours. */
export type ListedPeriod = 'week' | 'month' | Hours;

/** The market lists, with at most `length` products each. */
export function listMarket(
  columns: ProductColumns,
  period: ListedPeriod,
  length: number,
): Record<MarketList, ListedProduct[]> {
  const { count, prices, sales, retail } = columns;
  const periods = Array.from({ length: count }, (_, place) => periodAt(columns, period, place));
  const of = (place: number) => periods[place] as PeriodOfSales;
  const premiumOf = (place: number) => {
    const { lastUsualCents, month } = sales.at(place);
    const retailCents = retail.at(place);
    return lastUsualCents === null || retailCents === 0
      ? null
      : premiumPercent([month], lastUsualCents, retailCents);
  };
  const market: MarketInPeriod = {
    count,
    salesAt: (place) => (columns.isHidden(place) ? 0 : of(place).sales),
    moveAt: (place) => (columns.isHidden(place) ? null : moveInPeriod(of(place))),
    premiumAt: (place) =>
      columns.isHidden(place) || sales.at(place).salesOfYear < SALES_OF_A_MOVER ? null : premiumOf(place),
    spreadAt: (place) => (columns.isHidden(place) ? null : prices.spreadAt(place)),
  };
  const listed = (places: readonly number[]) =>
    places.map((place) => ({
      product: columns.found(place),
      sales: market.salesAt(place),
      changePercent: of(place).changePercent,
      premiumPercent: premiumOf(place),
      spreadPercent: market.spreadAt(place),
    }));
  const lists = marketLists(market, length);
  return {
    mostSold: listed(lists.mostSold),
    largestRise: listed(lists.largestRise),
    largestFall: listed(lists.largestFall),
    largestPremium: listed(lists.largestPremium),
    narrowestSpread: listed(lists.narrowestSpread),
  };
}

function periodAt({ sales }: ProductColumns, period: ListedPeriod, place: number): PeriodOfSales {
  return typeof period === 'string' ? sales.at(place)[period] : sales.inHours(place, period);
}
