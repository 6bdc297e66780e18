import { PICTURE_SIZES } from '@perkex/contract/pictures.js';
import { NO_PRICE, priceText } from '@perkex/core/market/price-text.js';
import type { ReactNode } from 'react';
import type { CarouselProduct } from '../api/products.js';
import { CardHeart } from '../hearts/card-heart.js';
import { paths } from '../links/paths.js';
import { Link } from '../routing/link.js';
import { CARD_CLASS, NAME_CLASS, PICTURE_CLASS, PRICES_CLASS, TEXT_CLASS } from './card-placeholders.js';
import { ChangeOfWeek } from './change.js';
import { LivePrice } from './live-price.js';
import { ProductName } from './product-name.js';
import { ProductPicture } from './product-picture.js';

interface ProductCardProps {
  readonly product: CarouselProduct;
  /** Shown above the prices, such as the release day. */
  readonly note?: ReactNode;
  /** True if it is visible without scrolling. */
  readonly isEager?: boolean;
}

/** A product in a carousel or a grid (section 3, "Related product card"). */
export function ProductCard({ product, note, isEager = false }: ProductCardProps) {
  const { id, name, thumbnail, lowestAskCents, lastSaleCents, change } = product;
  return (
    <div className="relative h-full">
      <Link
        to={paths.product(id)}
        draggable={false}
        className={`group ${CARD_CLASS} hover:border-edge motion-safe:transition-colors motion-safe:duration-150 active:bg-card`}
      >
        <div className={PICTURE_CLASS}>
          <ProductPicture
            src={thumbnail}
            sizes={PICTURE_SIZES.card}
            isEager={isEager}
            className="motion-safe:transition-transform motion-safe:duration-150 motion-safe:group-hover:scale-[1.04]"
          />
        </div>
        <div className={TEXT_CLASS}>
          {/* Aligns the notes and prices of a row of cards, whatever the length of their names. */}
          <div className="flex flex-1 flex-col">
            <p className={NAME_CLASS}>
              <ProductName
                name={name}
                lineClass="block truncate text-xs/5 text-muted"
                nicknameClass="line-clamp-2 text-[0.9375rem]/5 font-semibold wrap-anywhere md:text-lg/6"
              />
            </p>
            {note === undefined ? null : <p className="mt-auto pt-1 text-xs/4 text-muted">{note}</p>}
          </div>
          <p className={`${PRICES_CLASS} flex flex-col`}>
            <span className="text-xs/4 text-muted">Lowest ask</span>
            <LivePrice priceCents={lowestAskCents} className="price self-start text-lg/6 md:text-xl/6" />
            <span className="flex flex-wrap items-center gap-x-1.5 text-xs/5 whitespace-nowrap text-muted">
              <span>
                Last<span className="sr-only"> sale</span>{' '}
                <span className="tabular-nums">
                  {lastSaleCents === 0 ? NO_PRICE : priceText(lastSaleCents)}
                </span>
              </span>
              <ChangeOfWeek percent={change} />
            </span>
          </p>
        </div>
      </Link>
      <CardHeart product={product} />
    </div>
  );
}
