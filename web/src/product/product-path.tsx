import { slugOf } from '@perkex/core/market/slug.js';
import type { Product } from '../api/products.js';
import { paths } from '../links/paths.js';
import { Breadcrumbs } from '../products/breadcrumbs.js';

/** The pages above a product's page: Home and, if they have pages, its brand and its model line. */
export function ProductPath({ product: { brand, model } }: { readonly product: Product }) {
  const [brandSlug, modelSlug] = [slugOf(brand ?? ''), slugOf(model ?? '')];
  const ofBrand = brand && brandSlug ? [{ name: brand, path: paths.brand(brandSlug) }] : [];
  const ofModel =
    model && brandSlug && modelSlug ? [{ name: model, path: paths.model(brandSlug, modelSlug) }] : [];
  return <Breadcrumbs pages={[{ name: 'Home', path: paths.home }, ...ofBrand, ...ofModel]} />;
}
