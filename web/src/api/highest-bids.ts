import type { CallAnswer } from '@perkex/contract/calls.js';
import { dollarsToCents } from '@perkex/core/money.js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.js';

type HighestBid = CallAnswer<'highestBids'>[number];

/** The highest bid for each of some products in any size, in whole dollars; 0 for none. */
export function highestBidsQuery(ids: readonly number[]) {
  const wanted = ids.join();
  return queryOptions({
    queryKey: ['highestBids', wanted],
    queryFn: ({ signal }) => (wanted === '' ? [] : call('highestBids', { query: { ids: wanted } }, signal)),
    placeholderData: keepPreviousData,
  });
}

/** That of one of them, in cents; 0 where it has not been read. */
export function highestBidIn(bids: readonly HighestBid[] | undefined, id: number): number {
  return dollarsToCents(bids?.find((each) => each.id === id)?.highestBid ?? 0);
}
