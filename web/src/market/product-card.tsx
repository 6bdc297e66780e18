import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { CarouselProduct } from '../api/products.js';
import { paths } from '../links/paths.js';
import { Placeholder } from '../ui/states.js';
import { LivePrice } from './live-price.js';
import { ProductPicture } from './product-picture.js';

const CARD_CLASS = 'flex h-full flex-col rounded-card border border-line bg-paper p-1.5 md:p-3';
const PICTURE_CLASS = 'rounded-control bg-card p-1 md:p-4';

interface ProductCardProps {
  readonly product: CarouselProduct;
  /** Whether it is visible without scrolling. */
  readonly isEager?: boolean;
}

/** A product in a carousel (section 3, "Related product card"). */
export function ProductCard({ product, isEager = false }: ProductCardProps) {
  return (
    <Link
      to={paths.product(product.id)}
      draggable={false}
      className={`group ${CARD_CLASS} hover:border-edge`}
    >
      <div className={PICTURE_CLASS}>
        <ProductPicture
          src={product.thumbnail}
          isEager={isEager}
          className="motion-safe:transition-transform motion-safe:duration-150 motion-safe:group-hover:scale-[1.04]"
        />
      </div>
      <p className="mx-0.5 mt-2 line-clamp-4 h-16 text-xs/4 font-semibold wrap-anywhere md:mx-1 md:mt-3 md:line-clamp-2 md:h-12 md:text-base/6">
        {product.name}
      </p>
      <p className="mx-0.5 mt-1 flex flex-col md:mx-1 md:mt-2">
        <span className="text-xs/4 text-muted">Lowest ask</span>
        <LivePrice
          priceCents={product.lowestAskCents}
          className="price self-start text-base/6 md:text-xl/7"
        />
      </p>
    </Link>
  );
}

/** Placeholders for the first page of cards while they load. */
export function cardPlaceholders(): ReactNode[] {
  return ['first', 'second', 'third', 'fourth'].map((place) => <CardPlaceholder key={place} />);
}

function CardPlaceholder() {
  return (
    <div className={CARD_CLASS}>
      <div className={PICTURE_CLASS}>
        <div className="aspect-[8/5]" />
      </div>
      <Placeholder className="mx-0.5 mt-2 h-16 md:mx-1 md:mt-3 md:h-12" />
      <Placeholder className="mx-0.5 mt-1 h-10 w-16 md:mx-1 md:mt-2 md:h-11" />
    </div>
  );
}
