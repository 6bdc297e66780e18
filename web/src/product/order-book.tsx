import type { ReactNode } from 'react';
import { useId } from 'react';
import type { Product } from '../api/products.js';
import { DeferredPart } from '../ui/deferred-part.js';
import { Placeholder } from '../ui/states.js';
import type { LoadPart } from '../ui/use-nearby.js';
import type { DepthChartProps } from './depth-chart.js';
import { SizeDepth } from './size-depth.js';

/** Loaded separately: most visits begin with all sizes. */
export const loadDepthChart: LoadPart<DepthChartProps> = async () =>
  (await import('./depth-chart.js')).DepthChart;

/** It follows the market even out of sight. */
const ANYWHERE = '1000000px';

interface OrderBookProps {
  readonly product: Product;
  /** Null for all sizes. */
  readonly size: string | null;
  readonly onChoose: (size: string | null) => void;
}

/** Explains the two colours of the market. */
function Colours() {
  return (
    <p className="flex flex-wrap gap-x-5 text-sm text-muted">
      <span className="inline-flex items-center gap-2">
        <span aria-hidden className="size-2.5 rounded-full bg-ask" />
        Asks: what sellers want
      </span>
      <span className="inline-flex items-center gap-2">
        <span aria-hidden className="size-2.5 rounded-full bg-bid" />
        Bids: what buyers offer
      </span>
    </p>
  );
}

/** The order book: the price levels of the chosen size, or the best prices of every size. */
export function OrderBook({ product, size, onChoose }: OrderBookProps) {
  const titleId = useId();
  const { asks, bids } = product;
  let content: ReactNode;
  if (asks.length === 0 && bids.length === 0) {
    content = <p className="mt-2 text-muted">No asks or bids yet. Yours can be the first.</p>;
  } else if (size === null) {
    content = <SizeDepth product={product} onChoose={onChoose} />;
  } else {
    content = (
      <DeferredPart
        key={size}
        load={loadDepthChart}
        props={{ product, size }}
        nearness={ANYWHERE}
        placeholder={<Placeholder className="mt-2 h-[27rem]" />}
        failure="The prices of this size could not be loaded."
      />
    );
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
      {asks.length + bids.length === 0 ? null : <Colours />}
      {content}
    </section>
  );
}
