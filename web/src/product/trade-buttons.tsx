import {
  bidsBySize,
  highestBidCents,
  lowestAskCents,
  ofSize,
  type SizedPrice,
} from '@perkex/core/market/figures.js';
import { useNavigate } from 'react-router';
import { paths } from '../links/paths.js';
import { LivePrice } from '../market/live-price.js';
import { Button } from '../ui/button.js';

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
  const priceCents = lowestAskCents(ofSize(asks, size));
  const buy = (bid: boolean) => {
    const state = { bid, size: size ?? undefined, bidsBySize: bidsBySize(bids), lowestAsk: priceCents };
    void navigate(paths.buy(productId, size ?? undefined), { state });
  };
  return (
    <div className="grid grid-cols-2 gap-2">
      <Button look="quietBid" className="min-h-12" onClick={() => buy(true)}>
        Place Bid
      </Button>
      <Button look="bid" className="min-h-12 tabular-nums" onClick={() => buy(false)}>
        <span>
          Buy For <LivePrice key={size} priceCents={priceCents} />
        </span>
      </Button>
    </div>
  );
}

/** The way into the sell flow. */
export function SellButton({ productId, bids, size }: Omit<TradeButtonsProps, 'asks'>) {
  const navigate = useNavigate();
  const priceCents = highestBidCents(ofSize(bids, size));
  return (
    <Button
      look="quietAsk"
      className="min-h-12 w-full tabular-nums"
      onClick={() => void navigate(paths.sell(productId, size ?? undefined))}
    >
      <span>
        Sell for <LivePrice key={size} priceCents={priceCents} /> or Ask for More
      </span>
    </Button>
  );
}
