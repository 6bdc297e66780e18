import type {
  Brand,
  Banners as WireBanners,
  BrandPage as WireBrandPage,
  Shelves as WireShelves,
} from '@perkex/contract/home.js';
import { queryOptions } from '@tanstack/react-query';
import { call, RefusalError } from './call.js';
import { type CarouselProduct, carouselProduct } from './products.js';

const STALE_MS = 60_000;

export type Banners = WireBanners;

/** A product with the day that it came out: YYYY-MM-DD. */
export interface ReleasedProduct extends CarouselProduct {
  readonly releaseDate: string;
}

/** What came out last, first; and the brands, those with most products first. */
export interface Shelves {
  readonly releases: readonly ReleasedProduct[];
  readonly brands: readonly Brand[];
}

/** A brand and its products, those that sell best first; `of` is how many it has in all. */
export interface BrandPage extends Omit<WireBrandPage, 'products'> {
  readonly products: readonly CarouselProduct[];
}

/** What the banners tell of the market. */
export const bannersQuery = queryOptions({
  queryKey: ['banners'],
  queryFn: ({ signal }) => call('banners', {}, signal),
  staleTime: STALE_MS,
});

/** What Home shows of the catalogue. */
export const shelvesQuery = queryOptions({
  queryKey: ['shelves'],
  queryFn: ({ signal }) => call('shelves', {}, signal),
  select: shelvesOf,
  staleTime: STALE_MS,
});

/** The page of a brand; null when there is no such brand. */
export function brandQuery(slug: string) {
  return queryOptions({
    queryKey: ['brand', slug],
    queryFn: ({ signal }) => readBrand(slug, signal),
    select: (brand) => brand && brandPageOf(brand),
    staleTime: STALE_MS,
  });
}

async function readBrand(brand: string, signal: AbortSignal): Promise<WireBrandPage | null> {
  try {
    return await call('brand', { params: { brand } }, signal);
  } catch (error) {
    if (error instanceof RefusalError && error.code === 'not-found') {
      return null;
    }
    throw error;
  }
}

function shelvesOf({ releases, brands }: WireShelves): Shelves {
  return {
    releases: releases.map(({ releaseDate, ...product }) => ({ ...carouselProduct(product), releaseDate })),
    brands,
  };
}

function brandPageOf({ products, ...brand }: WireBrandPage): BrandPage {
  return { ...brand, products: products.map(carouselProduct) };
}
