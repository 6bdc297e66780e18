import { priceText } from '@perkex/core/market/price-text.js';
import { MAX_SIZES_OF_BID } from '@perkex/core/order-book/order.js';
import type { Product } from '../api/products.js';
import { sizesText } from '../sizing/sizes-text.js';
import { sizeMarket } from './size-market.js';

interface OtherSizesProps {
  readonly product: Product;
  /** The size of the panel. */
  readonly size: string;
  /** The price of the bid; null if there is none yet. */
  readonly priceCents: number | null;
  readonly chosen: readonly string[];
  readonly onChoose: (sizes: readonly string[]) => void;
}

/**
 * Chooses further sizes for a bid: the first that trades removes the others (orders-beyond, "Any of several sizes").
 */
export function OtherSizes({ product, size, priceCents, chosen, onChoose }: OtherSizesProps) {
  const others = product.sizes.filter((other) => other !== size);
  if (others.length === 0) {
    return null;
  }
  const isFull = chosen.length >= MAX_SIZES_OF_BID - 1;
  const toggle = (other: string) =>
    onChoose(others.filter((each) => (each === other ? !chosen.includes(each) : chosen.includes(each))));
  return (
    <details open={chosen.length > 0 ? true : undefined}>
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-2 text-sm">
        <span className="underline underline-offset-4">Any of several sizes</span>
        {chosen.length === 0 ? null : <span className="price">{sizesText([size, ...chosen])}</span>}
      </summary>
      <fieldset className="pt-1 pb-2">
        <legend className="text-sm text-muted">
          You buy one pair: the first size that trades removes the bids for the others. Up to{' '}
          {MAX_SIZES_OF_BID} sizes.
        </legend>
        <ul className="mt-2 grid grid-cols-4 gap-1 sm:grid-cols-6">
          {others.map((other) => {
            const { lowestAskCents } = sizeMarket(product, other);
            const isChosen = chosen.includes(other);
            return (
              <li key={other}>
                <label className="relative flex min-h-12 flex-col items-center justify-center rounded-control border border-line hover:border-ink has-checked:border-ink has-checked:bg-ink has-checked:text-paper has-disabled:border-line has-disabled:opacity-50 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink">
                  <input
                    type="checkbox"
                    checked={isChosen}
                    disabled={isFull && !isChosen}
                    onChange={() => toggle(other)}
                    aria-label={`Size ${other}, lowest ask ${priceText(lowestAskCents || null)}`}
                    className="absolute inset-0 cursor-pointer opacity-0"
                  />
                  <span aria-hidden className="text-sm/5 font-semibold tabular-nums">
                    {other}
                  </span>
                  <span aria-hidden className="text-xs/4 tabular-nums">
                    {lowestAskCents > 0 ? priceText(lowestAskCents) : '–'}
                  </span>
                </label>
              </li>
            );
          })}
        </ul>
      </fieldset>
      <div role="status">
        <MetSize product={product} sizes={chosen} priceCents={priceCents} />
      </div>
    </details>
  );
}

interface MetSizeProps {
  readonly product: Product;
  readonly sizes: readonly string[];
  readonly priceCents: number | null;
}

/** States that a bid buys a pair at once, since one of these sizes is offered at its price. */
export function MetSize({ product, sizes, priceCents }: MetSizeProps) {
  const [met] = sizes
    .map((size) => ({ size, cents: sizeMarket(product, size).lowestAskCents }))
    .filter(({ cents }) => cents > 0 && priceCents !== null && cents <= priceCents)
    .sort((one, other) => one.cents - other.cents);
  return met === undefined ? null : (
    <p className="text-sm">
      Size {met.size} is for sale at {priceText(met.cents)}: this bid buys it at once.
    </p>
  );
}
