import { queryOptions } from '@tanstack/react-query';
import { call } from './call.js';
import { callQuery } from './call-query.js';
import { foundOrNull } from './found-or-null.js';

/** The index of the help pages, without their texts. */
export const helpIndexQuery = callQuery(['helpIndex'], { staleTime: Number.POSITIVE_INFINITY });

/** The guide for developers. */
export const developersQuery = callQuery(['developers'], { staleTime: Number.POSITIVE_INFINITY });

/** A help page; null when there is none. */
export function helpQuery(page: string) {
  return queryOptions({
    queryKey: ['help', page],
    queryFn: ({ signal }) => foundOrNull(call('help', { params: { page } }, signal)),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
