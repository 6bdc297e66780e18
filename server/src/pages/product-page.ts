import { sizeField } from '@perkex/contract/fields.js';
import { FIRST_RANGES, type FirstScreen } from '@perkex/contract/first-screen.js';
import { inCents } from '@perkex/contract/in-cents.js';
import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import { largePicture, PICTURE_SIZES } from '@perkex/contract/pictures.js';
import type { ProductDetail } from '@perkex/contract/products.js';
import type { Kind } from '@perkex/core/finding/kinds.js';
import { otherNames } from '@perkex/core/finding/other-names.js';
import { highestBidCents, lowestAskCents } from '@perkex/core/market/figures.js';
import { priceText } from '@perkex/core/market/price-text.js';
import { slugOf } from '@perkex/core/market/slug.js';
import { ALL_SIZES } from '../books/all-sizes.js';
import { findListing, LARGEST_ID, type Listing } from '../books/find-listing.js';
import { booksOf, CATALOGUE, salesOf } from '../cache/cache-tags.js';
import { readProduct } from '../catalogue/read-product.js';
import { previewOf } from '../drawings/drawing-addresses.js';
import { isRefusal } from '../http/problems.js';
import { readFiguresAndHistory } from '../sales/read-figures.js';
import { breadcrumbs, graph, type PageAbove } from './linked-data.js';
import { missingPage, type Page, plainPage, title, withQuery } from './page.js';
import { absoluteAddress } from './page-head.js';
import { productPictureLink } from './page-links.js';
import type { PagePlan, PageQuery, PageSources } from './page-plan.js';
import type { Site } from './site.js';

type Sources = Pick<PageSources, 'pool' | 'replicaReads' | 'clock'>;

/**
 * The plan of the page of a product, or of one of its sizes; null if there is none. Ids are those of `GET /{id}`
 * (section 7). Unknown sizes share the page of all sizes, because they are endless.
 */
export async function planProduct(
  site: Site,
  sources: Sources,
  text: string,
  { size: wanted }: PageQuery,
): Promise<PagePlan | null> {
  const id = /^\d+$/.test(text) ? Number(text) : 0;
  if (id > LARGEST_ID) {
    return null;
  }
  const ofAllSizes = { productId: id, size: ALL_SIZES };
  // Not checked here: every request waiting for a recompute would repeat the check. The producer finds out.
  const { data: size } = sizeField.safeParse(wanted);
  const listing = size === undefined ? ofAllSizes : await findListing(sources.pool, id, size);
  if (isRefusal(listing)) {
    return listing.refused === 'unknown-size' ? planListing(site, sources, ofAllSizes) : null;
  }
  return planListing(site, sources, listing);
}

function planListing(site: Site, { pool, replicaReads, clock }: Sources, listing: Listing): PagePlan {
  const { productId: id, size } = listing;
  return {
    key: size === ALL_SIZES ? `/product/${id}` : withQuery(`/product/${id}`, { size }),
    follows: [booksOf(id), salesOf(id), CATALOGUE],
    isOfDay: true,
    async read() {
      // In parallel, because all requests for a page that an order has invalidated wait for this.
      const [product, sales] = await Promise.all([
        readProduct(pool, id, clock.wallMs()),
        replicaReads.read((from) =>
          readFiguresAndHistory(from, listing, FIRST_RANGES.product, clock.wallMs()),
        ),
      ]);
      // The address of a duplicate leads to the other product, so no response may be cached under it.
      if (product === null || product.hidden?.mergedInto) {
        return unknownProductPage(site);
      }
      return productPage(site, product, { size: size === ALL_SIZES ? null : size, ...sales });
    },
  };
}

/** The address that has replaced that of a product which was merged into another one; null if it was not. */
export async function movedProduct(
  { findable }: Pick<PageSources, 'findable'>,
  id: string,
  { size }: PageQuery,
): Promise<string | null> {
  const other = /^\d{1,10}$/.test(id) ? (await findable.read()).mergedInto(Number(id)) : null;
  if (other === null) {
    return null;
  }
  const path = `/product/${other}`;
  return typeof size === 'string' ? withQuery(path, { size }) : path;
}

function productPage(site: Site, product: ProductDetail, sales: NonNullable<FirstScreen['sales']>): Page {
  const { head, ...page } = plainPage('product', site, { id: String(product.id) });
  return {
    ...page,
    head: {
      ...head,
      title: title(product.name),
      description: product.hidden ? `${product.name} is no longer traded on PerkeX.` : descriptionOf(product),
      ...(product.hidden && { isIndexed: false }),
      type: 'product',
      picture: previewOf(product.thumbnail),
      links: [...head.links, productPictureLink(largePicture(product.thumbnail), PICTURE_SIZES.page)],
      linkedData: graph(
        productData(site.publicUrl, product),
        breadcrumbs(site.publicUrl, [
          ...pagesAbove(site, product),
          { name: product.name, path: page.address },
        ]),
      ),
    },
    address: sales.size === null ? page.address : withQuery(page.address, { size: sales.size }),
    firstScreen: { product, sales },
  };
}

/** The page for an unknown product. */
export function unknownProductPage(site: Site): Page {
  return {
    ...withoutProduct(plainPage('product', site)),
    address: '/product/0', // never the id of a product
    firstScreen: { product: null },
  };
}

/** A page about an unknown product. */
export function withoutProduct(page: Page): Page {
  return missingPage(page, 'No such product', 'There is no product at this address.');
}

function descriptionOf({ name, styleCode, asks, bids }: ProductDetail): string {
  const prices = `Lowest ask ${priceText(lowestAskCents(asks.map(inCents)))}, highest bid ${priceText(highestBidCents(bids.map(inCents)))}`;
  return `Buy and sell new ${name}${styleCode === null ? '' : ` (${styleCode})`}. ${prices}. Asks, bids and past sales of every size on PerkeX.`;
}

/** Home and, if they have pages, the product's brand and model line. */
function pagesAbove(site: Site, { brand, model }: ProductDetail): PageAbove[] {
  const slugs = { brand: slugOf(brand ?? ''), model: slugOf(model ?? '') };
  const pages: PageAbove[] = [{ name: 'Home', path: PAGE_PATHS.home }];
  if (brand !== null && slugs.brand !== '') {
    pages.push({ name: brand, path: plainPage('brand', site, slugs).address });
    if (model !== null && slugs.model !== '') {
      pages.push({ name: model, path: plainPage('model', site, slugs).address });
    }
  }
  return pages;
}

function productData(publicUrl: string, product: ProductDetail): object {
  const { id, name, thumbnail, pictures, brand, styleCode, colourway, releaseDate, asks } = product;
  const { model, nickname, kind, description } = product;
  const alternateName = otherNames(name, nickname);
  const shown = pictures.length > 0 ? pictures.map(({ src }) => src) : [thumbnail];
  const images = shown.map((src) => absoluteAddress(src, publicUrl)).filter((address) => address !== null);
  return {
    '@type': 'Product',
    name,
    url: `${publicUrl}/product/${id}`,
    ...(images.length === 0 ? {} : { image: images.length === 1 ? images[0] : images }),
    ...(alternateName.length === 0 ? {} : { alternateName }),
    ...(description === null ? {} : { description }),
    ...(brand === null ? {} : { brand: { '@type': 'Brand', name: brand } }),
    ...(model === null ? {} : { model }),
    ...(kind === null ? {} : { audience: audienceOf(kind) }),
    ...(styleCode === null ? {} : { mpn: styleCode }),
    ...(colourway === null ? {} : { color: colourway }),
    ...(releaseDate === null ? {} : { releaseDate }),
    ...(asks.length === 0 ? {} : { offers: offersOf(asks) }),
  };
}

const GENDERS: Partial<Record<Kind, string>> = { men: 'male', women: 'female', unisex: 'unisex' };

/** Adults are distinguished by gender, children by the size groups of shops. */
function audienceOf(kind: Kind): object {
  const gender = GENDERS[kind];
  return {
    '@type': 'PeopleAudience',
    ...(gender ? { suggestedGender: gender } : { audienceType: kind }),
  };
}

/** The asks as schema.org offers; an offer requires a price. */
function offersOf(asks: ProductDetail['asks']): object {
  const prices = asks.map(({ price }) => price);
  return {
    '@type': 'AggregateOffer',
    priceCurrency: 'USD',
    lowPrice: Math.min(...prices),
    highPrice: Math.max(...prices),
    offerCount: asks.length,
    availability: 'https://schema.org/InStock',
    itemCondition: 'https://schema.org/NewCondition',
  };
}
