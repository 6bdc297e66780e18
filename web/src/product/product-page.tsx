import { slugOf } from '@perkex/core/market/slug.js';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Product, productQuery } from '../api/products.js';
import { paths } from '../links/paths.js';
import { Breadcrumbs } from '../products/breadcrumbs.js';
import { NoSuchProduct, ProductError } from '../products/product-unavailable.js';
import { useParams } from '../routing/hooks.js';
import { Redirect } from '../routing/redirect.js';
import { permanentStorage, VIEWED_KEY } from '../storage/storage.js';
import { ProductPlaceholder } from './product-placeholder.js';
import { ProductView } from './product-view.js';

/** Long enough for the ids of a dozen products, with some duplicates. */
const VIEWED_LENGTH = 200;

/** The page of section 2, "Product detail". */
export function ProductPage() {
  const { id = '' } = useParams();
  const { data: product, isError, refetch } = useQuery(productQuery(id));
  const viewedId = product?.hidden ? undefined : product?.id;
  useEffect(() => {
    if (viewedId !== undefined) {
      permanentStorage.setItem(
        VIEWED_KEY,
        `${viewedId},${permanentStorage.getItem(VIEWED_KEY) ?? ''}`.slice(0, VIEWED_LENGTH),
      );
    }
  }, [viewedId]);
  if (product === null) {
    return <NoSuchProduct target="product" />;
  }
  if (product?.hidden?.mergedInto) {
    return <Redirect to={paths.product(product.hidden.mergedInto)} />;
  }
  if (product !== undefined) {
    return <ProductView key={product.id} product={product} path={<ProductPath product={product} />} />;
  }
  if (isError) {
    return <ProductError onRetry={() => void refetch()} />;
  }
  return <ProductPlaceholder />;
}

/** The pages above a product's page: Home and, if they have pages, its brand and its model line. */
export function ProductPath({ product: { brand, model } }: { readonly product: Product }) {
  const [brandSlug, modelSlug] = [slugOf(brand ?? ''), slugOf(model ?? '')];
  const brandPages = brand && brandSlug ? [{ name: brand, path: paths.brand(brandSlug) }] : [];
  const modelPages =
    model && brandSlug && modelSlug ? [{ name: model, path: paths.model(brandSlug, modelSlug) }] : [];
  return <Breadcrumbs pages={[{ name: 'Home', path: paths.home }, ...brandPages, ...modelPages]} />;
}
