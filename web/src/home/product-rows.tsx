import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type ProductRows as ProductRowsData, productRowsQuery, type ReleasedProduct } from '../api/home.js';
import { paths } from '../links/paths.js';
import { useLiveProducts } from '../live/use-live.js';
import { BrandTiles } from '../products/brand-tiles.js';
import { MoreLink } from '../products/more-link.js';
import { ProductCard } from '../products/product-card.js';
import { Carousel } from '../ui/carousel.js';
import { dayText } from '../ui/moment.js';
import { ErrorNotice } from '../ui/states.js';
import { HowItWorks } from './how-it-works.js';
import { RecentlyViewed } from './recently-viewed.js';

/** Two rows on a wide screen. */
const SHOWN_BRANDS = 10;

/** Loads the data of the product rows. Each part shows its own error. */
export async function readProductRows(client: QueryClient): Promise<void> {
  await client.prefetchQuery(productRowsQuery);
}

/** The product rows below the market on Home. */
export function ProductRows() {
  const { data, isError, refetch } = useQuery(productRowsQuery);
  return (
    <div className="mt-10 mb-6 flex flex-col gap-10 md:mt-14 md:mb-10 md:gap-14">
      {data === undefined && isError ? (
        <ErrorNotice onRetry={() => void refetch()}>New releases and brands could not be loaded.</ErrorNotice>
      ) : null}
      {data && data.releases.length > 0 ? <NewReleases releases={data.releases} /> : null}
      {data && data.brands.length > 0 ? <Brands brands={data.brands} /> : null}
      <HowItWorks />
      <RecentlyViewed />
    </div>
  );
}

function NewReleases({ releases }: { releases: readonly ReleasedProduct[] }) {
  useLiveProducts(releases.map(({ id }) => id));
  return (
    <Carousel
      title="New releases"
      more={
        <MoreLink to={paths.releases()}>
          All <span className="max-[30rem]:sr-only">releases</span>
        </MoreLink>
      }
    >
      {releases.map(({ releaseDate, ...product }) => (
        <ProductCard key={product.id} product={product} note={`Released ${dayText('utc', releaseDate)}`} />
      ))}
    </Carousel>
  );
}

function Brands({ brands }: Pick<ProductRowsData, 'brands'>) {
  return (
    <section aria-labelledby="brands">
      <div className="flex min-h-11 items-center justify-between gap-4">
        <h2 id="brands" className="text-xl md:text-2xl">
          Brands
        </h2>
        <MoreLink to={paths.brands}>All brands</MoreLink>
      </div>
      <BrandTiles brands={brands.slice(0, SHOWN_BRANDS)} pathOf={paths.brand} />
    </section>
  );
}
