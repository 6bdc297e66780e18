import type { ReactNode } from 'react';
import { useId } from 'react';
import type { Product } from '../api/products.js';
import { PriceLadder } from './price-ladder.js';
import { SizeLadder } from './size-ladder.js';

interface OrderBookProps {
  readonly product: Product;
  /** Null for all sizes. */
  readonly size: string | null;
  readonly onChoose: (size: string | null) => void;
}

/** The open orders: the price levels of the chosen size, or the best prices of every size. */
export function OrderBook({ product, size, onChoose }: OrderBookProps) {
  const titleId = useId();
  const { asks, bids } = product;
  let content: ReactNode;
  if (asks.length === 0 && bids.length === 0) {
    content = <p className="mt-2 text-muted">No asks or bids yet. Yours can be the first.</p>;
  } else if (size === null) {
    content = <SizeLadder product={product} onChoose={onChoose} />;
  } else {
    content = <PriceLadder key={size} product={product} size={size} />;
  }
  return (
    <section aria-labelledby={titleId}>
      <div className="flex min-h-11 items-center justify-between gap-3">
        <h2 id={titleId} className="text-xl md:text-2xl">
          Order book
        </h2>
        {size === null ? null : (
          <button
            type="button"
            onClick={() => onChoose(null)}
            className="min-h-11 px-1 text-sm font-semibold underline underline-offset-4"
          >
            Book of all sizes
          </button>
        )}
      </div>
      {content}
    </section>
  );
}
