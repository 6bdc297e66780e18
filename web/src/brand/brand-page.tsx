import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { type BrandPage as BrandPageData, brandQuery } from '../api/home.js';
import { paths } from '../links/paths.js';
import { useLiveProducts } from '../live/use-live.js';
import { cardPlaceholders } from '../market/card-placeholders.js';
import { ProductCard } from '../market/product-card.js';
import { buttonClass } from '../ui/button.js';
import { ErrorNotice, Placeholder } from '../ui/states.js';
import { usePageTitle } from '../ui/use-page-title.js';

const GRID_CLASS = 'mt-5 grid grid-cols-2 gap-2 min-[45rem]:grid-cols-3 md:gap-4 lg:grid-cols-4';
/** The cards of the first screen. */
const FIRST_CARDS = 8;

/** A brand and its sneakers. */
export function BrandPage() {
  const { brand: slug = '' } = useParams();
  const { data: brand, isError, refetch } = useQuery(brandQuery(slug));
  usePageTitle(brand === null ? 'No such brand' : (brand?.name ?? 'Brand'));
  if (brand === null) {
    return <NoSuchBrand />;
  }
  if (brand !== undefined) {
    return <BrandView brand={brand} />;
  }
  if (isError) {
    return (
      <div className="min-h-dvh">
        <ErrorNotice onRetry={() => void refetch()}>The brand could not be loaded.</ErrorNotice>
      </div>
    );
  }
  return (
    <div className="min-h-dvh">
      <Placeholder className="h-16 w-64" />
      <div className={GRID_CLASS}>{cardPlaceholders()}</div>
    </div>
  );
}

function BrandView({ brand: { name, of, products } }: { brand: BrandPageData }) {
  useLiveProducts(products.map(({ id }) => id));
  return (
    <>
      <h1 className="text-3xl md:text-5xl">{name}</h1>
      <p className="mt-2 text-muted">
        {of > products.length
          ? `The ${products.length} of ${of} sneakers that sold most in the last 30 days.`
          : `${of} ${of === 1 ? 'sneaker' : 'sneakers'}, what sold most in the last 30 days first.`}
      </p>
      <ul className={GRID_CLASS}>
        {products.map((product, index) => (
          <li key={product.id}>
            <ProductCard product={product} isEager={index < FIRST_CARDS} />
          </li>
        ))}
      </ul>
    </>
  );
}

function NoSuchBrand() {
  return (
    <div className="flex min-h-dvh flex-col items-start gap-5 md:py-10">
      <h1 className="text-3xl md:text-4xl">There is no such brand</h1>
      <p>No sneaker here is of this brand. All brands are on the first page, below the market.</p>
      <Link to={paths.home} className={buttonClass('strong')}>
        Go to the market
      </Link>
    </div>
  );
}
