import { useQuery } from '@tanstack/react-query';
import { productRowsQuery } from '../api/home.js';
import { useLiveProducts } from '../live/use-live.js';
import { ProductCard } from '../products/product-card.js';
import { WIDE_GRID_CLASS } from '../products/products-grid.js';
import { dayText } from '../ui/moment.js';

export interface LatestReleasesProps {
  /** Products that the page already shows. */
  readonly except: readonly number[];
}

/** The new releases of other months. */
export function LatestReleases({ except }: LatestReleasesProps) {
  const { data } = useQuery(productRowsQuery);
  const releases = (data?.releases ?? []).filter(({ id }) => !except.includes(id));
  useLiveProducts(releases.map(({ id }) => id));
  if (releases.length === 0) {
    return null;
  }
  return (
    <section aria-labelledby="before" className="mt-10 md:mt-14">
      <h2 id="before" className="text-xl md:text-2xl">
        Before that
      </h2>
      <ul className={`mt-3 ${WIDE_GRID_CLASS}`}>
        {releases.map(({ releaseDate, ...product }) => (
          <li key={product.id}>
            <ProductCard product={product} note={`Released ${dayText('utc', releaseDate)}`} />
          </li>
        ))}
      </ul>
    </section>
  );
}
