import type { Side } from '@perkex/core/order-book/order.js';
import type { PanelMarket } from '@perkex/core/panels/panel.js';
import type { Product } from '../api/products.js';
import { useUserId } from '../identity/session/auth-store.js';
import { paths } from '../links/paths.js';
import { AllInPrice, FeesSwitch } from '../products/all-in-price.js';
import { LivePrice } from '../products/live-price.js';
import { ProductPicture } from '../products/product-picture.js';
import { Link } from '../routing/link.js';
import { SummaryFrame } from './trade-frame.js';

interface ProductSummaryProps {
  readonly product: Product;
  /** The side of the trader's order. */
  readonly side: Side;
  /** Null until one is chosen. */
  readonly size: string | null;
  /** The best prices of the size, or of all sizes. */
  readonly market: PanelMarket;
}

/** The sneaker being traded, with its Highest Bid and Lowest Ask (section 2, "Size selection"). */
export function ProductSummary({
  product: { id, name, thumbnail },
  side,
  size,
  market,
}: ProductSummaryProps) {
  const mayHaveOrders = useUserId() !== '' && size !== null;
  return (
    <SummaryFrame picture={<ProductPicture src={thumbnail} isFirst />}>
      <Link
        to={paths.product(id)}
        className="flex min-h-11 items-center underline-offset-4 hover:underline md:min-h-0"
      >
        <span className="line-clamp-4 font-display text-base/tight font-extrabold wrap-anywhere [font-stretch:118%] md:line-clamp-none md:text-lg/tight lg:text-xl/tight">
          {name}
        </span>
      </Link>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-1">
        <Figure
          key={`bid ${size}`}
          side={side}
          name="Highest Bid"
          priceCents={market.highestBidCents}
          isOwn={market.isHighestBidOwn}
          mayBeOwn={mayHaveOrders}
          colour="text-bid"
        />
        <Figure
          key={`ask ${size}`}
          side={side}
          name="Lowest Ask"
          priceCents={market.lowestAskCents}
          isOwn={market.isLowestAskOwn}
          mayBeOwn={mayHaveOrders}
          colour="text-ask"
        />
        {size === null ? <p className="text-sm text-muted">of all sizes</p> : null}
      </div>
      <FeesSwitch />
    </SummaryFrame>
  );
}

interface FigureProps {
  readonly side: Side;
  readonly name: string;
  readonly priceCents: number;
  /** True if the best order is the user's own. */
  readonly isOwn: boolean;
  /** Reserves space for 'yours', so that the layout does not shift. */
  readonly mayBeOwn: boolean;
  readonly colour: string;
}

function Figure({ side, name, priceCents, isOwn, mayBeOwn, colour }: FigureProps) {
  return (
    <p>
      <span className="block text-sm text-muted">{name}</span>{' '}
      <LivePrice
        priceCents={priceCents}
        className={`price text-lg md:text-2xl ${priceCents === 0 ? 'text-muted' : colour}`}
      />
      <AllInPrice side={side} priceCents={priceCents} />
      {mayBeOwn ? (
        <span className="block min-h-4 text-xs/4 font-semibold">{isOwn ? ' yours' : null}</span>
      ) : null}
    </p>
  );
}
