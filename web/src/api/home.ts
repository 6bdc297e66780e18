import type { CampaignBanner } from '@perkex/contract/campaigns.js';
import type {
  Brand,
  Banners as WireBanners,
  BrandPage as WireBrandPage,
  ModelPage as WireModelPage,
  ProductRows as WireProductRows,
} from '@perkex/contract/home.js';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.js';
import { callQuery } from './call-query.js';
import { foundOrNull } from './found-or-null.js';
import { type CarouselProduct, carouselProduct } from './products.js';

const STALE_MS = 60_000;

export type Banners = WireBanners;

/** A product with its release day: YYYY-MM-DD. */
export interface ReleasedProduct extends CarouselProduct {
  readonly releaseDate: string;
}

/** The product rows: latest releases, newest first, and brands, those with the most products first. */
export interface ProductRows {
  readonly releases: readonly ReleasedProduct[];
  readonly brands: readonly Brand[];
}

/** A brand and its products, bestsellers first; `of` is the total number of products. */
export interface BrandPage extends Omit<WireBrandPage, 'products'> {
  readonly products: readonly CarouselProduct[];
}

/** A model line of a brand, with its products as in `BrandPage`. */
export interface ModelPage extends Omit<WireModelPage, 'products'> {
  readonly products: readonly CarouselProduct[];
}

/** The choice of admins for Home. */
export interface Campaigns {
  readonly banners: readonly CampaignBanner[];
  readonly featured: { readonly title: string; readonly products: readonly CarouselProduct[] } | null;
}

/** The banners and products that admins have chosen for Home now. */
export const campaignsQuery = callQuery(['campaigns'], {
  select: ({ banners, featured }): Campaigns => ({
    banners,
    featured: featured && { ...featured, products: featured.products.map(carouselProduct) },
  }),
  staleTime: STALE_MS,
});

/** The market data of the banners. */
export const bannersQuery = callQuery(['banners'], { staleTime: STALE_MS });

/** The product rows of Home. */
export const productRowsQuery = callQuery(['shelves'], { select: productRowsOf, staleTime: STALE_MS });

/** All brands, those with the most products first. */
export const brandsQuery = callQuery(['brands'], { staleTime: STALE_MS });

/** The page of a brand; null when there is no such brand. */
export function brandQuery(brand: string) {
  return queryOptions({
    queryKey: ['brand', brand],
    queryFn: ({ signal }) => foundOrNull(call('brand', { params: { brand } }, signal)),
    select: (found) => found && { ...found, products: found.products.map(carouselProduct) },
    staleTime: STALE_MS,
  });
}

/** The page of a model line; null when the brand has no such line. */
export function modelQuery(brand: string, model: string) {
  return queryOptions({
    queryKey: ['model', brand, model],
    queryFn: ({ signal }) => foundOrNull(call('model', { params: { brand, model } }, signal)),
    select: (found) => found && { ...found, products: found.products.map(carouselProduct) },
    staleTime: STALE_MS,
  });
}

function productRowsOf({ releases, brands }: WireProductRows): ProductRows {
  return {
    releases: releases.map(({ releaseDate, ...product }) => ({ ...carouselProduct(product), releaseDate })),
    brands,
  };
}
