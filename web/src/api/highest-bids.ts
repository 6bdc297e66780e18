import type { CallAnswer } from '@perkex/contract/calls.js';
import { dollarsToCents } from '@perkex/core/money.js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.js';

type HighestBid = CallAnswer<'highestBids'>[number];

/** The highest bids for these products across sizes, in whole dollars; 0 for none. */
export function highestBidsQuery(ids: readonly number[]) {
  const wanted = ids.join();
  return queryOptions({
    queryKey: ['highestBids', wanted],
    queryFn: ({ signal }) => (wanted === '' ? [] : call('highestBids', { query: { ids: wanted } }, signal)),
    placeholderData: keepPreviousData,
  });
}

/** The highest bid for one product, in cents; 0 if it has not been read. */
export function highestBidIn(bids: readonly HighestBid[] | undefined, id: number): number {
  return dollarsToCents(bids?.find((each) => each.id === id)?.highestBid ?? 0);
}
