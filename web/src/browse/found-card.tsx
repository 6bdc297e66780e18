import { memo } from 'react';
import type { CarouselProduct } from '../api/products.js';
import { ProductCard } from '../products/product-card.js';

interface FoundCardProps {
  readonly product: CarouselProduct;
  /** The number of the page that contained it. */
  readonly page: number;
  readonly isEager: boolean;
}

/**
 * A card in the grid. A card out of sight is neither laid out nor painted, so a thousand scroll as fast as a dozen. A
 * card with the focus may paint the focus ring beyond its edges.
 */
export const FoundCard = memo(function FoundCard({ product, page, isEager }: FoundCardProps) {
  return (
    <li
      data-id={product.id}
      data-page={page}
      className={`[contain-intrinsic-size:auto_17rem] [content-visibility:auto] [overflow-clip-margin:8px] md:[contain-intrinsic-size:auto_24rem] ${isEager ? '' : 'below'}`}
    >
      <ProductCard product={product} isEager={isEager} />
    </li>
  );
});
