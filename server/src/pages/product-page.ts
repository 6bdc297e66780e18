import type { FirstScreen } from '@perkex/contract/first-screen.js';
import { inCents } from '@perkex/contract/in-cents.js';
import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import { largePicture, PICTURE_SIZES } from '@perkex/contract/pictures.js';
import type { ProductDetail } from '@perkex/contract/products.js';
import type { Kind } from '@perkex/core/finding/kinds.js';
import { otherNames } from '@perkex/core/finding/other-names.js';
import { highestBidCents, lowestAskCents } from '@perkex/core/market/figures.js';
import { priceText } from '@perkex/core/market/price-text.js';
import { slugOf } from '@perkex/core/market/slug.js';
import { previewOf } from '../drawings/drawing-addresses.js';
import { breadcrumbs, graph, type PageAbove } from './linked-data.js';
import { type Page, plainPage, title, withQuery } from './page.js';
import { absoluteAddress } from './page-head.js';
import { productPictureLink } from './page-links.js';
import type { Site } from './site.js';

/** The page of a product (section 2). */
export function productPage(
  site: Site,
  product: ProductDetail,
  sales: NonNullable<FirstScreen['sales']>,
): Page {
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
export function withoutProduct({ head, ...page }: Page): Page {
  return {
    ...page,
    status: 404,
    head: {
      ...head,
      title: title('No such product'),
      description: 'There is no product at this address.',
      path: null,
      isIndexed: false,
    },
  };
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
