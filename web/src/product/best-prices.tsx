import { highestBidCents, lowestAskCents, ofSize, type SizedPrice } from '@perkex/core/market/figures.js';
import { NO_PRICE, priceText } from '@perkex/core/market/price-text.js';
import { Flash } from '../ui/flash.js';
import { type BestPrice, bestPrice, sizesText } from './best-price.js';

interface BestPricesProps {
  readonly asks: readonly SizedPrice[];
  readonly bids: readonly SizedPrice[];
  /** Null for all sizes. */
  readonly size: string | null;
}

/** The lowest ask and the highest bid, each with its size: over all sizes these are seldom the same. */
export function BestPrices({ asks, bids, size }: BestPricesProps) {
  return (
    <dl key={size} className="grid grid-cols-2 divide-x divide-line rounded-card border border-line">
      <Best name="Lowest Ask" best={bestPrice(ofSize(asks, size), lowestAskCents)} colour="text-ask" />
      <Best name="Highest Bid" best={bestPrice(ofSize(bids, size), highestBidCents)} colour="text-bid" />
    </dl>
  );
}

interface BestProps {
  readonly name: string;
  readonly best: BestPrice | null;
  readonly colour: string;
}

function Best({ name, best, colour }: BestProps) {
  const priceCents = best?.priceCents ?? 0;
  return (
    <div className="min-w-0 px-4 py-2.5">
      <dt className="text-sm text-muted">{name}</dt>
      <dd>
        <Flash of={priceCents} className={`price text-xl/7 ${best ? colour : 'text-muted'}`}>
          {priceText(priceCents)}
        </Flash>
        <span className="block truncate text-sm text-muted">{best ? sizesText(best.sizes) : NO_PRICE}</span>
      </dd>
    </div>
  );
}
