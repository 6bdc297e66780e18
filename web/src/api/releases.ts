import type { Releases as WireReleases } from '@perkex/contract/finding.js';
import { keepPreviousData } from '@tanstack/react-query';
import { callQuery } from './call-query.js';
import { type CarouselProduct, carouselProduct } from './products.js';

const STALE_MS = 60_000;

/** A product in the release calendar. */
export interface CalendarProduct
  extends CarouselProduct,
    Pick<WireReleases['days'][number]['products'][number], 'retailPrice' | 'tradesFrom'> {}

/** The releases of a month, day by day. */
export interface Releases extends Omit<WireReleases, 'days'> {
  readonly days: readonly { readonly date: string; readonly products: readonly CalendarProduct[] }[];
}

/** @param month YYYY-MM; null for the current one, or the last one with a release */
export function releasesQuery(month: string | null) {
  return callQuery(['releases', month], {
    query: month === null ? {} : { month },
    select: releasesOf,
    staleTime: STALE_MS,
    placeholderData: keepPreviousData,
  });
}

function releasesOf({ days, ...releases }: WireReleases): Releases {
  return {
    ...releases,
    days: days.map(({ date, products }) => ({ date, products: products.map(calendarProduct) })),
  };
}

function calendarProduct({
  retailPrice,
  tradesFrom,
  ...product
}: WireReleases['days'][number]['products'][number]): CalendarProduct {
  return { ...carouselProduct(product), retailPrice, tradesFrom };
}
