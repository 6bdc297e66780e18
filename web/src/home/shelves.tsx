import { type QueryClient, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type ReleasedProduct, type Shelves as ShelvesData, shelvesQuery } from '../api/home.js';
import { paths } from '../links/paths.js';
import { useLiveProducts } from '../live/use-live.js';
import { ProductCard } from '../market/product-card.js';
import { ProductPicture } from '../market/product-picture.js';
import { Carousel } from '../ui/carousel.js';
import { momentIn } from '../ui/moment.js';
import { ErrorNotice } from '../ui/states.js';
import { HowItWorks } from './how-it-works.js';
import { RecentlyViewed } from './recently-viewed.js';

/** Reads what it shows; what cannot be read says so itself. */
export async function readShelves(client: QueryClient): Promise<void> {
  await client.prefetchQuery(shelvesQuery);
}

/** What is below the market on Home. */
export function Shelves() {
  const { data, isError, refetch } = useQuery(shelvesQuery);
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
    <Carousel title="New releases">
      {releases.map(({ releaseDate, ...product }) => (
        <ProductCard key={product.id} product={product} note={releasedText(releaseDate)} />
      ))}
    </Carousel>
  );
}

function releasedText(date: string): string {
  const { day, month, year } = momentIn('utc', date);
  return `Released ${day} ${month} ${year}`;
}

function Brands({ brands }: Pick<ShelvesData, 'brands'>) {
  return (
    <section aria-labelledby="brands">
      <h2 id="brands" className="flex min-h-11 items-center text-xl md:text-2xl">
        Brands
      </h2>
      <ul className="mt-3 grid grid-cols-2 gap-2 min-[30rem]:grid-cols-3 md:gap-4 lg:grid-cols-5">
        {brands.map(({ slug, name, products, thumbnail }) => (
          <li key={slug}>
            <Link
              to={paths.brand(slug)}
              className="group flex h-full items-center gap-2 rounded-card bg-card py-3 pr-2 pl-3 outline-offset-0 hover:bg-line md:gap-3 md:py-4 md:pl-4"
            >
              {/* Large text takes the place of the picture. */}
              <span className="max-w-full min-w-min flex-1 wrap-break-word">
                <span className="block font-display text-sm/5 font-extrabold [font-stretch:112%] md:text-lg/6">
                  {name}
                </span>
                <span className="block text-xs/5 text-muted md:text-sm/5">
                  {products} {products === 1 ? 'sneaker' : 'sneakers'}
                </span>
              </span>
              <ProductPicture
                src={thumbnail}
                className="max-w-16 min-w-0 shrink-100 motion-safe:transition-transform motion-safe:duration-150 motion-safe:group-hover:-translate-x-1 md:max-w-24"
              />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
