import type { Brand, BrandPage, ModelPage } from '@perkex/contract/home.js';
import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import { breadcrumbs, graph, type PageAbove, productList } from './linked-data.js';
import { type Page, plainPage, productsDescription, title } from './page.js';
import type { Site } from './site.js';

const ALL_BRANDS: PageAbove = { name: 'Brands', path: PAGE_PATHS.brands };

/** The list of all brands. */
export function brandsPage(site: Site, brands: Brand[]): Page {
  return { ...plainPage('brands', site), firstScreen: { brands } };
}

/** The page of a brand. */
export function brandPage(site: Site, brand: BrandPage): Page {
  const page = plainPage('brand', site, { brand: brand.slug });
  return { ...withProducts(site, page, brand, [ALL_BRANDS]), firstScreen: { brand } };
}

/** The page of a model line of a brand. */
export function modelPage(site: Site, model: ModelPage): Page {
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
  const { head, ...page } = plainPage(what, site, { brand: '-', model: '-' });
  return {
    ...page,
    status: 404,
    head: {
      ...head,
      title: title(`No such ${what}`),
      description: `There is no ${what} at this address.`,
      path: null,
      isIndexed: false,
    },
    firstScreen,
  };
}
