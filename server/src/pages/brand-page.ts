import type { BrandPage, ModelPage } from '@perkex/contract/home.js';
import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import { brandPageOf, modelPageOf } from '../finding/brands.js';
import { breadcrumbs, graph, type PageAbove, productList } from './linked-data.js';
import { missingPage, type Page, plainPage, productsDescription, title } from './page.js';
import { CATALOGUE_PLAN, type PagePlan, type PageSources } from './page-plan.js';
import type { Site } from './site.js';

const ALL_BRANDS: PageAbove = { name: 'Brands', path: PAGE_PATHS.brands };

type Sources = Pick<PageSources, 'findable' | 'texts'>;

/** The list of all brands. */
export function planBrands(site: Site, { findable }: Sources): PagePlan {
  return {
    key: PAGE_PATHS.brands,
    ...CATALOGUE_PLAN,
    read: async () => ({
      ...plainPage('brands', site),
      firstScreen: { brands: (await findable.read()).brands() },
    }),
  };
}

/** The plan of the page of a brand. */
export function planBrand(site: Site, { findable, texts }: Sources, slug: string): PagePlan {
  return {
    key: `/brands/${encodeURIComponent(slug)}`,
    ...CATALOGUE_PLAN,
    async read() {
      const brand = brandPageOf({ products: await findable.read(), texts }, slug);
      return brand ? brandPage(site, brand) : unknownBrandPage(site);
    },
  };
}

/** The plan of the page of a model line of a brand. */
export function planModel(
  site: Site,
  { findable, texts }: Sources,
  slugs: { readonly brand: string; readonly model: string },
): PagePlan {
  return {
    key: `/brands/${encodeURIComponent(slugs.brand)}/${encodeURIComponent(slugs.model)}`,
    ...CATALOGUE_PLAN,
    async read() {
      const model = modelPageOf({ products: await findable.read(), texts }, slugs);
      return model ? modelPage(site, model) : unknownModelPage(site);
    },
  };
}

function brandPage(site: Site, brand: BrandPage): Page {
  const page = plainPage('brand', site, { brand: brand.slug });
  return { ...withProducts(site, page, brand, [ALL_BRANDS]), firstScreen: { brand } };
}

function modelPage(site: Site, model: ModelPage): Page {
  const { slug, brand } = model;
  const pageOfBrand = plainPage('brand', site, { brand: brand.slug });
  const page = plainPage('model', site, { brand: brand.slug, model: slug });
  const above = [ALL_BRANDS, { name: brand.name, path: pageOfBrand.address }];
  return { ...withProducts(site, page, model, above), firstScreen: { model } };
}

/** The page with its products as linked data. @param above the pages above it, outermost first */
function withProducts(
  { publicUrl }: Site,
  page: Page,
  { name, of, products }: Pick<BrandPage, 'name' | 'of' | 'products'>,
  above: readonly PageAbove[],
): Page {
  return {
    ...page,
    head: {
      ...page.head,
      title: title(name),
      description: productsDescription(name, of),
      linkedData: graph(
        productList(publicUrl, name, products),
        breadcrumbs(publicUrl, [...above, { name, path: page.address }]),
      ),
    },
  };
}

/** The page for an unknown brand. */
export function unknownBrandPage(site: Site): Page {
  return unknownPage(site, 'brand', { brand: null });
}

/** The page for an unknown model line. */
export function unknownModelPage(site: Site): Page {
  return unknownPage(site, 'model', { model: null });
}

function unknownPage(site: Site, what: 'brand' | 'model', firstScreen: Page['firstScreen']): Page {
  const page = plainPage(what, site, { brand: '-', model: '-' });
  return missingPage(page, `No such ${what}`, `There is no ${what} at this address.`, firstScreen);
}
