import { priceText } from '@perkex/core/market/price-text.js';
import { dollarsToCents } from '@perkex/core/money.js';
import type { Side } from '@perkex/core/order-book/order.js';
import type { PanelMarket } from '@perkex/core/panels/panel.js';
import { type PriceChip, priceChips, typicalPriceCents } from '@perkex/core/panels/price-chips.js';
import { useQuery } from '@tanstack/react-query';
import { productHistoryQuery } from '../api/product-figures.js';
import type { Product } from '../api/products.js';
import { AllInPrice } from '../products/all-in-price.js';
import { HISTORY_RANGE } from './price-backtest.js';

interface PriceChipsProps {
  readonly side: Side;
  readonly product: Product;
  readonly size: string;
  readonly market: PanelMarket;
  /** The price that the trader has named. */
  readonly priceCents: number;
  readonly onChoose: (priceCents: number) => void;
}

/** Buttons that set the price, without any that would trade at once. */
export function PriceChips({ side, product, size, market, priceCents, onChoose }: PriceChipsProps) {
  const { data: days, isPending } = useQuery(productHistoryQuery(product.id, size, HISTORY_RANGE));
  const isOfSize = (sale: { readonly size: string }) => sale.size === size;
  const lastSale = product.sales.findLast(isOfSize) ?? product.olderSales.findLast(isOfSize);
  const chips = priceChips(side, market, {
    lastSaleCents: lastSale?.priceCents ?? 0,
    typicalCents: typicalPriceCents(
      (days ?? []).map(({ sales, average }) => ({ sales, averageCents: dollarsToCents(average) })),
    ),
  });
  return chips.length === 0 && !isPending ? null : (
    <ul aria-label="Set the price" className="grid grid-cols-2 gap-1.5 sm:grid-cols-4">
      {chips.map(({ of, priceCents: chipCents }) => (
        <li key={of}>
          <button
            type="button"
            aria-pressed={chipCents === priceCents}
            title={TITLES[side][of]}
            onClick={() => onChoose(chipCents)}
            className="flex h-full min-h-11 w-full flex-wrap content-center items-baseline justify-center gap-x-1.5 rounded-control border border-line px-2 py-2.5 text-sm hover:border-ink aria-pressed:border-ink aria-pressed:bg-card"
          >
            <span className="text-muted">{NAMES[of]}</span>{' '}
            <span className="price">{priceText(chipCents)}</span>
            <AllInPrice side={side} priceCents={chipCents} className="w-full text-xs/4" />
          </button>
        </li>
      ))}
      {/* Reserves the space of the typical price. */}
      {isPending ? <li aria-hidden className="min-h-11" /> : null}
    </ul>
  );
}

const NAMES: Readonly<Record<PriceChip['of'], string>> = {
  match: 'Match',
  beat: 'Beat by 1$',
  'last-sale': 'Last sale',
  typical: 'Typical',
};

const TYPICAL = 'The average sale of this size in the last three months';
const LAST_SALE = 'The last sale of this size';

const TITLES: Readonly<Record<Side, Readonly<Record<PriceChip['of'], string>>>> = {
  bid: {
    match: 'As high as the highest bid',
    beat: '1$ above the highest bid',
    'last-sale': LAST_SALE,
    typical: TYPICAL,
  },
  ask: {
    match: 'As low as the lowest ask',
    beat: '1$ below the lowest ask',
    'last-sale': LAST_SALE,
    typical: TYPICAL,
  },
};
