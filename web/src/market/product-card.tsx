import { Link } from 'react-router';
import type { CarouselProduct } from '../api/products.js';
import { paths } from '../links/paths.js';
import { CARD_CLASS, PICTURE_CLASS } from './card-placeholders.js';
import { LivePrice } from './live-price.js';
import { ProductPicture } from './product-picture.js';

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
