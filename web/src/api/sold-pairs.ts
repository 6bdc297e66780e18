import { queryOptions } from '@tanstack/react-query';
import { call } from './call.js';
import { foundOrNull } from './found-or-null.js';

/** A sale of this market; null for an unknown or void one. */
export function soldPairQuery(id: string, sale: string) {
  return queryOptions({
    queryKey: ['soldPair', id, sale],
    queryFn: ({ signal }) => foundOrNull(call('soldPair', { params: { id, sale } }, signal)),
  });
}
