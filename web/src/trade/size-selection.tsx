import type { Side } from '@perkex/core/order-book/order.js';
import type { Product } from '../api/products.js';
import { AllInPrice } from '../products/all-in-price.js';
import { LivePrice } from '../products/live-price.js';
import { Link } from '../routing/link.js';
import { SizeChartButton } from '../sizing/size-chart-button.js';
import { SizeOfTile } from '../sizing/size-of-tile.js';
import { useOwnSize } from '../sizing/use-sizing.js';
import { sizeMarket } from './size-market.js';
import { StepHeading } from './step-heading.js';
import type { SizeTiles, TradeSide } from './trade-side.js';
import type { StepLink } from './use-trade-steps.js';

interface SizeSelectionProps {
  readonly side: TradeSide;
  readonly product: Product;
  readonly linkTo: (size: string) => StepLink;
}

/** A tile for each size, with its best price (section 2, "Size selection"). */
export function SizeSelection({ side: { orderSide, tiles }, product, linkTo }: SizeSelectionProps) {
  const own = useOwnSize(product);
  const bestCents = tiles.priceCents(sizeMarket(product, null));
  return (
    <>
      <StepHeading>Select Size</StepHeading>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-muted">{tiles.title}</p>
        {product.sizes.length === 0 ? null : <SizeChartButton shoe={product} />}
      </div>
      {product.sizes.length === 0 ? <p className="mt-4">This sneaker has no sizes yet.</p> : null}
      <ul className="mt-4 grid auto-rows-fr grid-cols-3 gap-2 lg:grid-cols-4">
        {product.sizes.map((size) => (
          <li key={size}>
            <SizeTile
              product={product}
              size={size}
              isOwn={size === own}
              priceCents={tiles.priceCents(sizeMarket(product, size))}
              bestCents={bestCents}
              tiles={tiles}
              side={orderSide}
              link={linkTo(size)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

interface SizeTileProps {
  readonly product: Product;
  readonly size: string;
  readonly isOwn: boolean;
  readonly priceCents: number;
  /** The best price of all sizes; 0 for none. */
  readonly bestCents: number;
  readonly tiles: SizeTiles;
  readonly side: Side;
  readonly link: StepLink;
}

function SizeTile({ product, size, isOwn, priceCents, bestCents, tiles, side, link }: SizeTileProps) {
  const { priceName, colour, bestClass, bestName } = tiles;
  const isBest = priceCents > 0 && priceCents === bestCents;
  const look = isBest
    ? `${bestClass} rounded-[4px] px-1.5 text-on-trade`
    : priceCents === 0
      ? 'text-muted'
      : colour;
  return (
    <Link
      {...link}
      className={`flex h-full min-h-16 w-full flex-col items-center justify-center rounded-control border bg-paper px-1 py-1.5 text-center hover:border-edge hover:bg-card active:border-ink ${isOwn ? 'border-ink' : 'border-line'}`}
    >
      <SizeOfTile shoe={product} size={size} isOwn={isOwn} />{' '}
      <LivePrice priceCents={priceCents} className={`price text-sm ${look}`} />{' '}
      <span className="sr-only">
        {priceName}
        {isBest ? ' of all sizes' : ''}
      </span>
      {isBest ? (
        <span aria-hidden className="text-xs/4 font-semibold">
          {bestName}
        </span>
      ) : null}{' '}
      <AllInPrice side={side} priceCents={priceCents} />
    </Link>
  );
}
