import { PICTURE_SIZES } from '@perkex/contract/pictures.js';
import type { ReactNode } from 'react';
import type { CarouselProduct } from '../api/products.js';
import { Article } from '../links/article.js';
import { paths } from '../links/paths.js';
import { ProductName } from '../products/product-name.js';
import { ProductPicture } from '../products/product-picture.js';
import { Link } from '../routing/link.js';

interface BrandHeadProps {
  /** The name of the brand or model line. */
  readonly name: string;
  /** A description as HTML from the server; null if there is none. */
  readonly text: string | null;
  /** An example product, if there is one. */
  readonly product: CarouselProduct | undefined;
  /** True if the example is the bestseller. */
  readonly isBestSeller: boolean;
  /** The breadcrumbs. */
  readonly children: ReactNode;
}

/** The head of the page of a brand or model line. On wide screens, a sneaker is shown beside the text. */
export function BrandHead({ name, text, product, isBestSeller, children }: BrandHeadProps) {
  return (
    <div className="items-center justify-between gap-16 lg:flex">
      <div className="max-w-2xl min-w-0">
        {children}
        <h1 className="mt-1 text-3xl md:text-5xl">{name}</h1>
        {text === null ? null : <Article html={text} className="mt-3" />}
      </div>
      {text !== null && product ? (
        <Link
          to={paths.product(product.id)}
          className="group mt-4 hidden w-2/5 max-w-md flex-none rounded-card bg-card p-6 hover:bg-line lg:block"
        >
          <ProductPicture
            src={product.thumbnail}
            sizes={PICTURE_SIZES.slide}
            className="motion-safe:transition-transform motion-safe:duration-150 motion-safe:group-hover:scale-[1.04]"
          />
          <span className="mt-4 block text-sm/5 text-muted">{isBestSeller ? 'Best seller' : null}</span>
          <ProductName
            name={product.name}
            lineClass="sr-only"
            nicknameClass="block text-lg/6 font-semibold wrap-anywhere"
          />
        </Link>
      ) : null}
    </div>
  );
}
