import { type BrandPage, type ModelPage, SHOWN_OF_BRAND } from '@perkex/contract/home.js';
import type { FindableProducts } from '@perkex/core/finding/findable-products.js';
import type { FoundProduct } from '@perkex/core/finding/found.js';
import type { BrandTexts } from '../brands/brand-texts.js';
import { summaryOf } from './found-summary.js';

type Texts = Pick<BrandTexts, 'brandText' | 'modelText'>;

/** The products of brands, and the texts about them. */
export interface BrandSources {
  readonly products: FindableProducts;
  readonly texts: Texts;
}

/** A brand with its models and its best sellers; null if no product has this brand. */
export function brandPageOf({ products, texts }: BrandSources, slug: string): BrandPage | null {
  const brand = products.brands().find((each) => each.slug === slug);
  return brand
    ? {
        slug,
        name: brand.name,
        text: texts.brandText(slug),
        of: brand.products,
        models: products.modelsOf(slug),
        ...shownOf(products.bestSellers({ brand: slug, model: null }, SHOWN_OF_BRAND)),
      }
    : null;
}

/** A model of a brand with its best sellers; null if no product has this model. */
export function modelPageOf(
  { products, texts }: BrandSources,
  slugs: { readonly brand: string; readonly model: string },
): ModelPage | null {
  const brand = products.brands().find(({ slug }) => slug === slugs.brand);
  const model = products.modelsOf(slugs.brand).find(({ slug }) => slug === slugs.model);
  return brand && model
    ? {
        slug: model.slug,
        name: model.name,
        brand: { slug: brand.slug, name: brand.name },
        text: texts.modelText(brand.slug, model.slug),
        of: model.products,
        ...shownOf(products.bestSellers(slugs, SHOWN_OF_BRAND)),
      }
    : null;
}

function shownOf(bestSellers: readonly FoundProduct[]): Pick<BrandPage, 'hasSold' | 'products'> {
  const [first] = bestSellers;
  return {
    hasSold: first !== undefined && first.sales.month.sales > 0,
    products: bestSellers.map(summaryOf),
  };
}
