import { lowestAskCents, ofSize, type SizedPrice } from '@perkex/core/market/figures.js';
import { useEffect, useRef } from 'react';
import { LivePrice } from '../market/live-price.js';

export interface SizePanelProps {
  readonly id: string;
  readonly sizes: readonly string[];
  readonly asks: readonly SizedPrice[];
  /** Null for all sizes. */
  readonly chosen: string | null;
  readonly onChoose: (size: string | null) => void;
}

/** A tile for all sizes and one for each. */
export function SizePanel({ id, sizes, asks, chosen, onChoose }: SizePanelProps) {
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
        {sizes.map((size) => (
          <SizeTile
            key={size}
            size={size}
            lowestAskCents={lowestAskCents(ofSize(asks, size))}
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
  readonly size: string;
  readonly lowestAskCents: number;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function SizeTile({ size, lowestAskCents: priceCents, isChosen, onChoose }: SizeTileProps) {
  return (
    <button type="button" aria-pressed={isChosen} onClick={onChoose} className={`${TILE_CLASS} min-h-14`}>
      <span>{size}</span> <span className="sr-only">lowest ask</span>{' '}
      <span className="text-sm font-normal text-muted tabular-nums">
        <LivePrice priceCents={priceCents} />
      </span>
    </button>
  );
}
