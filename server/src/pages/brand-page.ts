import type { Brand, BrandPage, ModelPage } from '@perkex/contract/home.js';
import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import { breadcrumbs, graph, type PageAbove, productList } from './linked-data.js';
import { type Page, plainPage } from './page.js';
import { PAGES, type PageFacts, title } from './page-facts.js';
import type { Site } from './site.js';

const ALL_BRANDS: PageAbove = { name: 'Brands', path: PAGE_PATHS.brands };

/** The list of all brands. */
export function brandsPage(site: Site, brands: readonly Brand[]): Page {
  return { ...plainPage(PAGES.brands, site), firstScreen: { brands } };
}

/** The page of a brand. */
export function brandPage(site: Site, brand: BrandPage): Page {
  const { head, ...page } = plainPage(PAGES.brand, site, { brand: brand.slug });
  const { name, of, products } = brand;
  return {
    ...page,
    head: {
      ...head,
      title: title(name),
      description: descriptionOf(name, of),
      linkedData: graph(
        productList(site.publicUrl, name, products),
        breadcrumbs(site.publicUrl, [ALL_BRANDS, { name, path: page.address }]),
      ),
    },
    firstScreen: { brand },
  };
}

/** The page of a model line of a brand. */
export function modelPage(site: Site, model: ModelPage): Page {
  const { name, brand, of, products } = model;
  const { head, ...page } = plainPage(PAGES.model, site, { brand: brand.slug, model: model.slug });
  const ofBrand = plainPage(PAGES.brand, site, { brand: brand.slug });
  return {
    ...page,
    head: {
      ...head,
      title: title(name),
      description: descriptionOf(name, of),
      linkedData: graph(
        productList(site.publicUrl, name, products),
        breadcrumbs(site.publicUrl, [
          ALL_BRANDS,
          { name: brand.name, path: ofBrand.address },
          { name, path: page.address },
        ]),
      ),
    },
    firstScreen: { model },
  };
}

/** What stands where a brand would be that does not exist. */
export function unknownBrandPage(site: Site): Page {
  return unknownPage(site, PAGES.brand, 'brand', { brand: null });
}

/** What stands where a model line would be that does not exist. */
export function unknownModelPage(site: Site): Page {
  return unknownPage(site, PAGES.model, 'model', { model: null });
}

/** The page of a brand that cannot be read just now: the application asks again and says so. */
export function unreadBrandPage(site: Site, brand: string): Page {
  return { ...plainPage(PAGES.brand, site, { brand }), status: 503, firstScreen: null };
}

/** The page of a model line that cannot be read just now. */
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

function descriptionOf(name: string, of: number): string {
  return `${name}: ${of} ${of === 1 ? 'sneaker' : 'sneakers'}, with the lowest ask and the last sale of each. Bid, ask, buy and sell on PerkeX.`;
}
