import type { Brand, BrandPage, ModelPage } from '@perkex/contract/home.js';
import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import { breadcrumbs, graph, type PageAbove, productList } from './linked-data.js';
import { type Page, plainPage } from './page.js';
import { PAGES, type PageFacts, productsDescription, title } from './page-facts.js';
import type { Site } from './site.js';

const ALL_BRANDS: PageAbove = { name: 'Brands', path: PAGE_PATHS.brands };

/** The list of all brands. */
export function brandsPage(site: Site, brands: readonly Brand[]): Page {
  return { ...plainPage(PAGES.brands, site), firstScreen: { brands } };
}

/** The page of a brand. */
export function brandPage(site: Site, brand: BrandPage): Page {
  const page = plainPage(PAGES.brand, site, { brand: brand.slug });
  return { ...withProducts(site, page, brand, [ALL_BRANDS]), firstScreen: { brand } };
}

/** The page of a model line of a brand. */
export function modelPage(site: Site, model: ModelPage): Page {
  const { slug, brand } = model;
  const ofBrand = plainPage(PAGES.brand, site, { brand: brand.slug });
  const page = plainPage(PAGES.model, site, { brand: brand.slug, model: slug });
  const above = [ALL_BRANDS, { name: brand.name, path: ofBrand.address }];
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
  return unknownPage(site, PAGES.brand, 'brand', { brand: null });
}

/** The page for an unknown model line. */
export function unknownModelPage(site: Site): Page {
  return unknownPage(site, PAGES.model, 'model', { model: null });
}

/** The page of a brand that cannot be read now: the application retries and reports it. */
export function unreadBrandPage(site: Site, brand: string): Page {
  return { ...plainPage(PAGES.brand, site, { brand }), status: 503, firstScreen: null };
}

/** The page of a model line that cannot be read now. */
export function unreadModelPage(site: Site, slugs: { readonly brand: string; readonly model: string }): Page {
  return { ...plainPage(PAGES.model, site, slugs), status: 503, firstScreen: null };
}

function unknownPage(site: Site, facts: PageFacts, what: string, firstScreen: Page['firstScreen']): Page {
  const { head, ...page } = plainPage(facts, site, { brand: '-', model: '-' });
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
