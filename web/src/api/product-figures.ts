import type { HistoryRange } from '@perkex/contract/figures.js';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.js';

const SALES_A_PAGE = '12';

/** The figures from the trades and the book of one size, or of all sizes for null. */
export function productFiguresQuery(id: number, size: string | null) {
  return queryOptions({
    queryKey: ['productFigures', String(id), size],
    queryFn: ({ signal }) => call('productFigures', sizeRequest(id, size), signal),
    placeholderData: keepPreviousData,
  });
}

/** Trades by day, week or month. */
export function productHistoryQuery(id: number, size: string | null, range: HistoryRange) {
  return queryOptions({
    queryKey: ['productHistory', String(id), size, range],
    queryFn: ({ signal }) => {
      const { params, query } = sizeRequest(id, size);
      return call('productHistory', { params, query: { ...query, range } }, signal);
    },
    placeholderData: keepPreviousData,
  });
}

/** The odd trades of that time, which count for no figure. */
export function productOddSalesQuery(id: number, size: string | null, range: HistoryRange) {
  return queryOptions({
    queryKey: ['productOddSales', String(id), size, range],
    queryFn: ({ signal }) => {
      const { params, query } = sizeRequest(id, size);
      return call('productOddSales', { params, query: { ...query, range } }, signal);
    },
  });
}

/** The open orders by price level, best first. */
export function productBookQuery(id: number, size: string | null) {
  return queryOptions({
    queryKey: ['productBook', String(id), size],
    queryFn: ({ signal }) => call('productBook', sizeRequest(id, size), signal),
  });
}

/** All trades, newest first, page by page. */
export function productSalesQuery(id: number, size: string | null) {
  return infiniteQueryOptions({
    queryKey: ['productSales', String(id), size],
    queryFn: ({ pageParam, signal }) => {
      const { params, query } = sizeRequest(id, size);
      return call(
        'productSales',
        { params, query: { ...query, before: pageParam, limit: SALES_A_PAGE } },
        signal,
      );
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}

function sizeRequest(id: number, size: string | null) {
  return { params: { id: String(id) }, query: { size: size ?? undefined } };
}
