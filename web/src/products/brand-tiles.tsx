import type { Brand } from '@perkex/contract/home.js';
import { counted } from '@perkex/core/counted.js';
import { Link } from '../routing/link.js';
import { ProductPicture } from './product-picture.js';

interface BrandTilesProps {
  /** Brands, or the model lines of one brand. */
  readonly brands: readonly Brand[];
  /** @param slug of a brand, or of a model line */
  readonly pathOf: (slug: string) => string;
}

/** Brands or model lines, each with its number of sneakers and the picture of one. */
export function BrandTiles({ brands, pathOf }: BrandTilesProps) {
  return (
    <ul className="mt-3 grid grid-cols-2 gap-2 min-[30rem]:grid-cols-3 md:gap-4 lg:grid-cols-5">
      {brands.map(({ slug, name, products, thumbnail }) => (
        <li key={slug}>
          <Link
            to={pathOf(slug)}
            className="group flex h-full items-center gap-2 rounded-card bg-card py-3 pr-2 pl-3 outline-offset-0 hover:bg-line md:gap-3 md:py-4 md:pl-4"
          >
            {/* Large text replaces the picture. */}
            <span className="max-w-full min-w-min flex-1 wrap-break-word">
              <span className="block font-display text-sm/5 font-extrabold text-balance [font-stretch:112%] md:text-base/5">
                {name}
              </span>
              <span className="block text-xs/5 text-muted md:text-sm/5">{counted(products, 'sneaker')}</span>
            </span>
            <ProductPicture
              src={thumbnail}
              className="max-w-16 min-w-0 shrink-100 max-[22.5rem]:max-w-12 motion-safe:transition-transform motion-safe:duration-150 motion-safe:group-hover:-translate-x-1 md:max-w-24"
            />
          </Link>
        </li>
      ))}
    </ul>
  );
}
