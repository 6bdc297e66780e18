import { lowestAskCents, pricesOfSize } from '@perkex/core/market/figures.js';
import { useEffect, useRef } from 'react';
import type { Product } from '../api/products.js';
import { LivePrice } from '../products/live-price.js';
import { SizeChartButton } from '../sizing/size-chart-button.js';
import { SizeOfTile } from '../sizing/size-of-tile.js';
import { useOwnSize } from '../sizing/use-sizing.js';

export interface SizePanelProps {
  readonly id: string;
  readonly product: Product;
  /** Null for all sizes. */
  readonly chosen: string | null;
  readonly onChoose: (size: string | null) => void;
}

/** A tile for all sizes and one for each. */
export function SizePanel({ id, product, chosen, onChoose }: SizePanelProps) {
  const own = useOwnSize(product);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div
      ref={panel}
      id={id}
      className="absolute inset-x-0 top-full z-20 mt-1 max-h-[60dvh] overflow-y-auto overscroll-contain rounded-card border border-edge bg-paper p-2 shadow-lg"
    >
      <div className="grid grid-cols-3 gap-2 lg:grid-cols-4">
        <button
          type="button"
          aria-pressed={chosen === null}
          onClick={() => onChoose(null)}
          className={`${TILE_CLASS} col-span-full min-h-11`}
        >
          All sizes
        </button>
        <div className="col-span-full flex justify-center">
          <SizeChartButton shoe={product} />
        </div>
        {product.sizes.map((size) => (
          <SizeTile
            key={size}
            product={product}
            size={size}
            isOwn={size === own}
            isChosen={size === chosen}
            onChoose={() => onChoose(size)}
          />
        ))}
      </div>
    </div>
  );
}

const TILE_CLASS =
  'flex flex-col items-center justify-center rounded-control border border-line bg-paper font-semibold hover:border-edge hover:bg-card aria-pressed:border-ink aria-pressed:bg-card';

interface SizeTileProps {
  readonly product: Product;
  readonly size: string;
  readonly isOwn: boolean;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function SizeTile({ product, size, isOwn, isChosen, onChoose }: SizeTileProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={`${TILE_CLASS} min-h-14 py-1`}
    >
      <SizeOfTile shoe={product} size={size} isOwn={isOwn} /> <span className="sr-only">lowest ask</span>{' '}
      <span className="text-sm font-normal text-muted tabular-nums">
        <LivePrice priceCents={lowestAskCents(pricesOfSize(product.asks, size))} />
      </span>
    </button>
  );
}
