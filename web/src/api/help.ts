import { queryOptions } from '@tanstack/react-query';
import { call } from './call.js';
import { foundOrNull } from './found-or-null.js';

/** The index of the help pages, without their texts. */
export const helpIndexQuery = queryOptions({
  queryKey: ['helpIndex'],
  queryFn: ({ signal }) => call('helpIndex', {}, signal),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The guide for developers. */
export const developersQuery = queryOptions({
  queryKey: ['developers'],
  queryFn: ({ signal }) => call('developers', {}, signal),
  staleTime: Number.POSITIVE_INFINITY,
});

/** A help page; null when there is none. */
export function helpQuery(page: string) {
  return queryOptions({
    queryKey: ['help', page],
    queryFn: ({ signal }) => foundOrNull(call('help', { params: { page } }, signal)),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
