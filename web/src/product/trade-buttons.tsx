import {
  bidsBySize,
  highestBidCents,
  lowestAskCents,
  ofSize,
  type SizedPrice,
} from '@perkex/core/market/figures.js';
import { paths } from '../links/paths.js';
import { LivePrice } from '../market/live-price.js';
import { useNavigate } from '../routing/hooks.js';
import { Button } from '../ui/button.js';
import { bestPrice, sizesText } from './best-price.js';

interface TradeButtonsProps {
  readonly productId: number;
  readonly asks: readonly SizedPrice[];
  readonly bids: readonly SizedPrice[];
  /** Null for all sizes. */
  readonly size: string | null;
}

/** The ways into the buy flow (section 2, "Product detail"). */
export function BuyButtons({ productId, asks, bids, size }: TradeButtonsProps) {
  const navigate = useNavigate();
  const best = bestPrice(ofSize(asks, size), lowestAskCents);
  const priceCents = best?.priceCents ?? 0;
  const buy = (bid: boolean) => {
    const state = { bid, size: size ?? undefined, bidsBySize: bidsBySize(bids), lowestAsk: priceCents };
    navigate(paths.buy(productId, size ?? undefined), { state });
  };
  return (
    <div className="grid grid-cols-2 gap-2">
      <Button look="quietBid" className={BUTTON_CLASS} onClick={() => buy(true)}>
        Place Bid
        <SmallLine>Name your price</SmallLine>
      </Button>
      <Button
        look="bid"
        className={BUTTON_CLASS}
        aria-description={best ? sizesText(best.sizes) : undefined}
        onClick={() => buy(false)}
      >
        <span>
          Buy For <LivePrice key={size} priceCents={priceCents} />
        </span>
        <SmallLine>{best ? sizesText(best.sizes) : 'No asks yet'}</SmallLine>
      </Button>
    </div>
  );
}

/** The way into the sell flow. */
export function SellButton({ productId, bids, size }: Omit<TradeButtonsProps, 'asks'>) {
  const navigate = useNavigate();
  const best = bestPrice(ofSize(bids, size), highestBidCents);
  return (
    <Button
      look="quietAsk"
      className="min-h-12 w-full tabular-nums"
      aria-description={best ? sizesText(best.sizes) : undefined}
      onClick={() => navigate(paths.sell(productId, size ?? undefined))}
    >
      <span>
        Sell for <LivePrice key={size} priceCents={best?.priceCents ?? 0} /> or Ask for More
      </span>
    </Button>
  );
}

const BUTTON_CLASS = 'min-h-12 flex-col gap-0 leading-tight tabular-nums max-md:py-1';

/** On phones the buttons are far from the prices whose sizes are named. Screen readers get a description. */
function SmallLine({ children }: { readonly children: string }) {
  return (
    <span aria-hidden className="text-xs/4 font-normal md:hidden">
      {children}
    </span>
  );
}
