import { queryOptions } from '@tanstack/react-query';
import { call } from './call.js';
import { haveDealsStarted } from './deals.js';

/** The user's level as a seller, with the next one. Without deals no sale is paid, so there are no levels. */
export function sellerLevelQuery(userId: string) {
  return queryOptions({
    queryKey: ['sellerLevel', userId],
    queryFn: ({ signal }) => call('sellerLevel', {}, signal),
    enabled: userId !== '' && haveDealsStarted(),
  });
}
