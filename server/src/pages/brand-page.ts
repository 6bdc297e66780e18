import type { BrandPage } from '@perkex/contract/home.js';
import { type Page, plainPage } from './page.js';
import { PAGES, title } from './page-facts.js';
import type { Site } from './site.js';

/** The page of a brand. */
export function brandPage(site: Site, brand: BrandPage): Page {
  const { head, ...page } = plainPage(PAGES.brand, site, { brand: brand.slug });
  const { name, of, products } = brand;
  return {
    ...page,
    head: {
      ...head,
      title: title(name),
      description: `${of} ${of === 1 ? 'sneaker' : 'sneakers'} by ${name}, with the lowest ask and the last sale of each. Bid, ask, buy and sell on PerkeX.`,
      linkedData: {
        '@context': 'https://schema.org',
        '@type': 'ItemList',
        name,
        itemListElement: products.map((product, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          name: product.name,
          url: `${site.publicUrl}/product/${product.id}`,
        })),
      },
    },
    firstScreen: { brand },
  };
}

/** What stands where a brand would be that does not exist. */
export function unknownBrandPage(site: Site): Page {
  const { head, ...page } = plainPage(PAGES.brand, site, { brand: '-' });
  return {
    ...page,
    status: 404,
    head: {
      ...head,
      title: title('No such brand'),
      description: 'There is no brand at this address.',
      path: null,
      isIndexed: false,
    },
    firstScreen: { brand: null },
  };
}

/** The page of a brand that cannot be read just now: the application asks again and says so. */
export function unreadBrandPage(site: Site, brand: string): Page {
  return { ...plainPage(PAGES.brand, site, { brand }), status: 503, firstScreen: null };
}
