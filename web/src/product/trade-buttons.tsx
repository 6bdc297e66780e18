import { bidsBySize, highestBidCents, lowestAskCents, pricesOfSize } from '@perkex/core/market/figures.js';
import type { Product } from '../api/products.js';
import { ALL_SIZES, type BuyMode, paths } from '../links/paths.js';
import { LivePrice } from '../products/live-price.js';
import { Link } from '../routing/link.js';
import { useOwnSize } from '../sizing/use-sizing.js';
import { buttonClass } from '../ui/button.js';
import { type BestPrice, bestPrice, sizesText } from './best-price.js';

interface TradeButtonsProps {
  readonly product: Product;
  /** Null for all sizes. */
  readonly size: string | null;
}

/** The buttons that open the buy flow (section 2, "Product detail"). */
export function BuyButtons({ product, size }: TradeButtonsProps) {
  const { id, asks, bids } = product;
  const best = bestPrice(pricesOfSize(asks, size), lowestAskCents);
  const priceCents = best?.priceCents ?? 0;
  // The lowest ask belongs to a size. Only if several have it, the user still has to choose.
  const bought = useSizeOfPrice(product, size, best) ?? onlySize(best);
  const linkTo = (mode: BuyMode, wanted: string | undefined) => ({
    to: paths.buy(id, wanted, mode),
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
export function SellButton({ product, size }: TradeButtonsProps) {
  const best = bestPrice(pricesOfSize(product.bids, size), highestBidCents);
  return (
    <Link
      to={paths.sell(product.id, useSizeOfPrice(product, size, best))}
      className={buttonClass('quietAsk', 'min-h-12 w-full tabular-nums')}
      aria-description={best ? sizesText(best.sizes) : undefined}
    >
      <span>
        Sell for <LivePrice key={size} priceCents={best?.priceCents ?? 0} /> or Ask for More
      </span>
    </Link>
  );
}

/**
 * The size in the address of a button with this price; undefined if the flow asks for one anyway. Users with an own
 * size would start at its panel, where the price may be another one.
 */
function useSizeOfPrice(product: Product, size: string | null, best: BestPrice | null): string | undefined {
  const own = useOwnSize(product);
  if (size !== null || own === null || best === null) {
    return size ?? undefined;
  }
  return onlySize(best) ?? ALL_SIZES;
}

/** The size that has the price; undefined if several have it. */
function onlySize(best: BestPrice | null): string | undefined {
  return best?.sizes.length === 1 ? best.sizes[0] : undefined;
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
