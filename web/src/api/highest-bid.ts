import { dollarsToCents } from '@perkex/core/money.js';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.js';

/** The highest bid for a product in any size, in cents; 0 for none. */
export function highestBidQuery({ id, name }: { readonly id: number; readonly name: string }) {
  return queryOptions({
    queryKey: ['highestBid', id],
    queryFn: async ({ signal }) => {
      const [, highestBid] = await call('prices', { query: { name } }, signal);
      return dollarsToCents(highestBid);
    },
  });
}
