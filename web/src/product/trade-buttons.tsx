import {
  bidsBySize,
  highestBidCents,
  lowestAskCents,
  pricesOfSize,
  type SizedPrice,
} from '@perkex/core/market/figures.js';
import { type BuyMode, paths } from '../links/paths.js';
import { LivePrice } from '../products/live-price.js';
import { Link } from '../routing/link.js';
import { buttonClass } from '../ui/button.js';
import { bestPrice, sizesText } from './best-price.js';

interface TradeButtonsProps {
  readonly productId: number;
  readonly asks: readonly SizedPrice[];
  readonly bids: readonly SizedPrice[];
  /** Null for all sizes. */
  readonly size: string | null;
}

/** The buttons that open the buy flow (section 2, "Product detail"). */
export function BuyButtons({ productId, asks, bids, size }: TradeButtonsProps) {
  const best = bestPrice(pricesOfSize(asks, size), lowestAskCents);
  const priceCents = best?.priceCents ?? 0;
  // The lowest ask belongs to a size. Only if several have it, the user still has to choose.
  const bought = size ?? (best?.sizes.length === 1 ? best.sizes[0] : undefined);
  const linkTo = (mode: BuyMode, wanted: string | undefined) => ({
    to: paths.buy(productId, wanted, mode),
    state: { bid: mode === 'bid', size: wanted, bidsBySize: bidsBySize(bids), lowestAsk: priceCents },
  });
  return (
    <div className="grid grid-cols-2 gap-2">
      <Link {...linkTo('bid', size ?? undefined)} className={buttonClass('quietBid', BUTTON_CLASS)}>
        Place Bid
        <SmallLine>Name your price</SmallLine>
      </Link>
      <Link
        {...linkTo('now', bought)}
        className={buttonClass('bid', BUTTON_CLASS)}
        aria-description={best ? sizesText(best.sizes) : undefined}
      >
        <span>
          Buy For <LivePrice key={size} priceCents={priceCents} />
        </span>
        <SmallLine>{best ? sizesText(best.sizes) : 'No asks yet'}</SmallLine>
      </Link>
    </div>
  );
}

/** The button that opens the sell flow. */
export function SellButton({ productId, bids, size }: Omit<TradeButtonsProps, 'asks'>) {
  const best = bestPrice(pricesOfSize(bids, size), highestBidCents);
  return (
    <Link
      to={paths.sell(productId, size ?? undefined)}
      className={buttonClass('quietAsk', 'min-h-12 w-full tabular-nums')}
      aria-description={best ? sizesText(best.sizes) : undefined}
    >
      <span>
        Sell for <LivePrice key={size} priceCents={best?.priceCents ?? 0} /> or Ask for More
      </span>
    </Link>
  );
}

const BUTTON_CLASS = 'min-h-12 flex-col gap-0 py-1 leading-tight tabular-nums';

/** The size that the button buys. Screen readers get a description. */
function SmallLine({ children }: { readonly children: string }) {
  return (
    <span aria-hidden className="text-xs/4 font-normal">
      {children}
    </span>
  );
}
