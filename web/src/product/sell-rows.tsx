import { dollarsToCents } from '@perkex/core/money.js';
import type { ReactNode } from 'react';
import type { CollectionPair } from '../api/collection.js';
import type { CarouselProduct } from '../api/products.js';
import { paths } from '../links/paths.js';
import { LivePrice } from '../products/live-price.js';
import { ProductName } from '../products/product-name.js';
import { ProductPicture } from '../products/product-picture.js';
import { Link } from '../routing/link.js';
import { ShownSize } from '../sizing/shown-size.js';

interface BidRowProps {
  readonly product: CarouselProduct;
  /** 0 for none. */
  readonly highestBidCents: number;
}

/** A product to sell, with its highest bid. */
export function BidRow({ product, highestBidCents }: BidRowProps) {
  const { id, name, thumbnail } = product;
  return (
    <SellRow to={paths.sell(id)} name={name} thumbnail={thumbnail} priceName="Highest bid">
      <LivePrice priceCents={highestBidCents} />
    </SellRow>
  );
}

/** One of the user's own pairs, in its size. */
export function PairRow({ pair }: { readonly pair: CollectionPair }) {
  const { productId, name, thumbnail, size, worth } = pair;
  return (
    <SellRow
      to={paths.sell(productId, size)}
      name={name}
      thumbnail={thumbnail}
      note={
        <>
          Size {size} <ShownSize shoe={pair} size={size} className="ml-1 text-sm/5" />
        </>
      }
      priceName="Worth now"
    >
      <LivePrice priceCents={worth === null ? null : dollarsToCents(worth)} />
    </SellRow>
  );
}

interface SellRowProps {
  readonly to: string;
  readonly name: string;
  readonly thumbnail: string;
  /** Shown below the name. */
  readonly note?: ReactNode;
  readonly priceName: string;
  /** The price. */
  readonly children: ReactNode;
}

/** A link to selling the product. */
function SellRow({ to, name, thumbnail, note, priceName, children }: SellRowProps) {
  return (
    <Link to={to} className="flex min-h-18 items-center gap-3 px-3 py-2 -outline-offset-2 hover:bg-card">
      <span className="w-16 shrink-0 rounded-control bg-card p-1.5">
        <ProductPicture src={thumbnail} />
      </span>
      <span className="min-w-0 flex-1">
        <ProductName
          name={name}
          lineClass="block truncate text-xs/4 text-muted"
          nicknameClass="line-clamp-2 text-[0.9375rem]/5 font-semibold wrap-anywhere"
        />
        {note === undefined ? null : <span className="block text-sm/5 text-muted">{note}</span>}
      </span>
      <span className="shrink-0 text-right">
        <span className="block text-xs/4 text-muted">{priceName} </span>
        <span className="price text-base/6">{children}</span>
      </span>
    </Link>
  );
}
