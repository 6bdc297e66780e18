import { counted } from '@perkex/core/counted.js';
import { useQuery } from '@tanstack/react-query';
import { brandsQuery } from '../api/home.js';
import { paths } from '../links/paths.js';
import { BrandTiles } from '../products/brand-tiles.js';
import { ErrorNotice, Placeholder } from '../ui/states.js';
import { usePageTitle } from '../ui/use-page-title.js';

/** All brands. */
export function BrandsPage() {
  const { data: brands, isError, refetch } = useQuery(brandsQuery);
  usePageTitle('Brands');
  return (
    <div className="min-h-dvh">
      <h1 className="text-3xl md:text-4xl">Brands</h1>
      {brands ? (
        <>
          <p className="mt-2 text-muted">
            {brands.length === 0
              ? 'No brands yet.'
              : `${counted(brands.length, 'brand')}, the largest first.`}
          </p>
          <BrandTiles brands={brands} pathOf={paths.brand} />
        </>
      ) : isError ? (
        <ErrorNotice onRetry={() => void refetch()}>The brands could not be loaded.</ErrorNotice>
      ) : (
        <Placeholder className="mt-5 h-96" />
      )}
    </div>
  );
}
