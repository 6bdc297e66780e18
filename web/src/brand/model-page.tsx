import { useQuery } from '@tanstack/react-query';
import { type ModelPage as ModelPageData, modelQuery } from '../api/home.js';
import { paths } from '../links/paths.js';
import { Breadcrumbs } from '../products/breadcrumbs.js';
import { useParams } from '../routing/hooks.js';
import { usePageTitle } from '../ui/use-page-title.js';
import { BrandHead } from './brand-head.js';
import { PageOfBrand } from './page-of-brand.js';
import { ProductsOfBrand } from './products-of-brand.js';

/** A model line of a brand, and its sneakers. */
export function ModelPage() {
  const { brand = '', model = '' } = useParams();
  const query = useQuery(modelQuery(brand, model));
  usePageTitle(query.data === null ? 'No such model' : (query.data?.name ?? 'Model'));
  return (
    <PageOfBrand query={query} what="model">
      {(found) => <ModelView model={found} />}
    </PageOfBrand>
  );
}

function ModelView({
  model: { slug, name, brand, text, of, products, hasSold },
}: {
  readonly model: ModelPageData;
}) {
  return (
    <>
      <BrandHead name={name} text={text} product={products[0]} isBestSeller={hasSold}>
        <Breadcrumbs
          pages={[
            { name: 'Brands', path: paths.brands },
            { name: brand.name, path: paths.brand(brand.slug) },
          ]}
        />
      </BrandHead>
      <ProductsOfBrand
        name={name}
        of={of}
        products={products}
        hasSold={hasSold}
        address={`brand=${encodeURIComponent(brand.slug)}&model=${encodeURIComponent(slug)}`}
      />
    </>
  );
}
