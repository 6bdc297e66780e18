import { useQuery } from '@tanstack/react-query';
import { type BrandPage as BrandPageData, brandQuery } from '../api/home.js';
import { paths } from '../links/paths.js';
import { BrandTiles } from '../products/brand-tiles.js';
import { Breadcrumbs } from '../products/breadcrumbs.js';
import { useParams } from '../routing/hooks.js';
import { usePageTitle } from '../ui/use-page-title.js';
import { BrandHead } from './brand-head.js';
import { PageOfBrand } from './page-of-brand.js';
import { ProductsOfBrand } from './products-of-brand.js';

/** A brand, its model lines and its sneakers. */
export function BrandPage() {
  const { brand: slug = '' } = useParams();
  const query = useQuery(brandQuery(slug));
  usePageTitle(query.data === null ? 'No such brand' : (query.data?.name ?? 'Brand'));
  return (
    <PageOfBrand query={query} what="brand">
      {(brand) => <BrandView brand={brand} />}
    </PageOfBrand>
  );
}

function BrandView({
  brand: { slug, name, text, of, models, products, hasSold },
}: {
  readonly brand: BrandPageData;
}) {
  return (
    <>
      <BrandHead name={name} text={text} product={products[0]} isBestSeller={hasSold}>
        <Breadcrumbs pages={[{ name: 'Brands', path: paths.brands }]} />
      </BrandHead>
      {models.length > 0 ? (
        <section aria-labelledby="models" className="mt-8">
          <h2 id="models" className="flex min-h-11 items-center text-xl md:text-2xl">
            Models
          </h2>
          <BrandTiles brands={models} pathOf={(model) => paths.model(slug, model)} />
        </section>
      ) : null}
      <ProductsOfBrand
        name={name}
        of={of}
        products={products}
        hasSold={hasSold}
        address={`brand=${encodeURIComponent(slug)}`}
      />
    </>
  );
}
