import {
  highestBidCents,
  lowestAskCents,
  pricesOfSize,
  type SizedPrice,
} from '@perkex/core/market/figures.js';
import { NO_PRICE, priceText } from '@perkex/core/market/price-text.js';
import type { Shoe } from '@perkex/core/sizing/convert-size.js';
import { ShownSize } from '../sizing/shown-size.js';
import { Flash } from '../ui/flash.js';
import { type BestPrice, bestPrice, sizesText } from './best-price.js';

interface BestPricesProps {
  readonly shoe: Shoe;
  readonly asks: readonly SizedPrice[];
  readonly bids: readonly SizedPrice[];
  /** Null for all sizes. */
  readonly size: string | null;
}

/** The lowest ask and the highest bid, each with its size. Across all sizes these usually differ. */
export function BestPrices({ shoe, asks, bids, size }: BestPricesProps) {
  return (
    <dl key={size} className="grid grid-cols-2 divide-x divide-line rounded-card border border-line">
      <Best
        shoe={shoe}
        name="Lowest Ask"
        best={bestPrice(pricesOfSize(asks, size), lowestAskCents)}
        colour="text-ask"
      />
      <Best
        shoe={shoe}
        name="Highest Bid"
        best={bestPrice(pricesOfSize(bids, size), highestBidCents)}
        colour="text-bid"
      />
    </dl>
  );
}

interface BestProps {
  readonly shoe: Shoe;
  readonly name: string;
  readonly best: BestPrice | null;
  readonly colour: string;
}

function Best({ shoe, name, best, colour }: BestProps) {
  const priceCents = best?.priceCents ?? 0;
  const only = best?.sizes.length === 1 ? best.sizes[0] : undefined;
  return (
    <div className="min-w-0 px-4 py-2.5">
      <dt className="text-sm text-muted">{name}</dt>
      <dd>
        <Flash of={priceCents} className={`price text-xl/7 ${best ? colour : 'text-muted'}`}>
          {priceText(priceCents)}
        </Flash>
        <span className="block truncate text-sm text-muted">
          {best ? sizesText(best.sizes) : NO_PRICE}
          {only === undefined ? null : <ShownSize shoe={shoe} size={only} className="text-sm" />}
        </span>
      </dd>
    </div>
  );
}
