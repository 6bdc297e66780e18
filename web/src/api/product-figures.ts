import type { HistoryRange } from '@perkex/contract/figures.js';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { call } from './call.js';
import { callQuery } from './call-query.js';

const SALES_A_PAGE = '12';

/** The figures from the trades and the book of one size, or of all sizes for null. */
export function productFiguresQuery(id: number, size: string | null) {
  return callQuery(['productFigures', String(id), size], {
    ...sizeRequest(id, size),
    placeholderData: keepPreviousData,
  });
}

/** Trades by day, week or month. */
export function productHistoryQuery(id: number, size: string | null, range: HistoryRange) {
  const { params, query } = sizeRequest(id, size);
  return callQuery(['productHistory', String(id), size, range], {
    params,
    query: { ...query, range },
    placeholderData: keepPreviousData,
  });
}

/** The odd trades of that time, which count for no figure. */
export function productOddSalesQuery(id: number, size: string | null, range: HistoryRange) {
  const { params, query } = sizeRequest(id, size);
  return callQuery(['productOddSales', String(id), size, range], {
    params,
    query: { ...query, range },
  });
}

/** The open orders by price level, best first. */
export function productBookQuery(id: number, size: string | null) {
  return callQuery(['productBook', String(id), size], sizeRequest(id, size));
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
