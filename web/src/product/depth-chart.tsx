import { pricesOfSize } from '@perkex/core/market/figures.js';
import { percentText } from '@perkex/core/market/percent-text.js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { productBookQuery } from '../api/product-figures.js';
import type { Product } from '../api/products.js';
import { Button } from '../ui/button.js';
import { Flash } from '../ui/flash.js';
import { depthBar } from './depth.js';
import { type DepthLevel, depthOf, levelsOf } from './depth-levels.js';
import { dollarText } from './dollar-text.js';

/** The number of levels shown at first for each side. More would not help a decision. */
const SHOWN_LEVELS = 8;

export interface DepthChartProps {
  readonly product: Product;
  readonly size: string;
}

/** The depth chart of one size: asks above, bids below, the best next to the spread between them. */
export function DepthChart({ product, size }: DepthChartProps) {
  const [isLong, setIsLong] = useState(false);
  // The levels in the product are shown at once; the call returns all levels.
  const { data } = useQuery(productBookQuery(product.id, size));
  const asks = data?.asks ?? levelsOf(pricesOfSize(product.asks, size));
  const bids = data?.bids ?? levelsOf(pricesOfSize(product.bids, size));
  const most = Math.max(asks.length, bids.length);
  const ladder = depthOf(asks, bids, isLong ? most : SHOWN_LEVELS);
  return (
    <>
      <div className="mt-2 overflow-hidden rounded-card border border-line">
        <Side side="ask" levels={ladder.asks} />
        <p className="flex items-center justify-between gap-4 border-y border-line bg-card px-4 py-2 text-sm">
          <span className="text-muted">Spread</span>
          <Flash of={ladder.spread} className="price">
            {dollarText(ladder.spread)}
            {ladder.spread === null ? null : (
              <span className="font-normal text-muted">
                {' '}
                · {percentText((ladder.spread / (asks[0]?.price ?? 1)) * 100)}
              </span>
            )}
          </Flash>
        </p>
        <Side side="bid" levels={ladder.bids} />
      </div>
      {most > SHOWN_LEVELS ? (
        <Button className="mt-3 w-full" aria-expanded={isLong} onClick={() => setIsLong(!isLong)}>
          {isLong ? 'Show fewer levels' : 'Show all levels'}
        </Button>
      ) : null}
    </>
  );
}

const SIDES = {
  ask: {
    name: 'Asks',
    none: 'No asks in this size yet.',
    colour: 'text-ask',
    caption: 'Asks, the lowest last',
  },
  bid: {
    name: 'Bids',
    none: 'No bids in this size yet.',
    colour: 'text-bid',
    caption: 'Bids, the highest first',
  },
} as const;

interface SideProps {
  readonly side: 'ask' | 'bid';
  /** Best first. */
  readonly levels: readonly DepthLevel[];
}

function Side({ side, levels }: SideProps) {
  const { name, none, colour, caption } = SIDES[side];
  if (levels.length === 0) {
    return <p className="px-4 py-3 text-muted">{none}</p>;
  }
  const best = levels[0];
  return (
    <table className="w-full table-fixed border-collapse tabular-nums">
      <caption className="sr-only">{caption}</caption>
      <thead className={side === 'bid' ? 'sr-only' : ''}>
        <tr className="text-xs text-muted *:px-4 *:py-1.5 *:font-normal">
          <th scope="col" className="text-left">
            {side === 'ask' ? 'Price' : `Price of ${name.toLowerCase()}`}
          </th>
          <th scope="col" className="text-right">
            Pairs
          </th>
          <th scope="col" className="text-right">
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {(side === 'ask' ? levels.toReversed() : levels).map((level) => (
          <tr
            key={level.price}
            style={depthBar(side, level.share)}
            className={level === best ? '*:px-4 *:py-2' : '*:px-4 *:py-1'}
          >
            <td className={`price ${colour} ${level === best ? 'text-xl' : 'opacity-90'}`}>
              {dollarText(level.price)}
              {level === best ? (
                <span className="ml-2 text-xs font-normal text-ink">
                  {side === 'ask' ? 'lowest' : 'highest'}
                </span>
              ) : null}
            </td>
            <td className="text-right">
              <Flash of={level.quantity}>{level.quantity}</Flash>
            </td>
            <td className="text-right text-muted">{level.total}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
