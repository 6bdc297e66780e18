import { QueryClient, queryOptions } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { callQuery } from './call-query.js';
import { forgetUser } from './query-client.js';
import { refetchTagged } from './query-tags.js';

const queryFn = () => 'data';

it('a query without a declared call, its user, its product or its input does not compile', () => {
  // @ts-expect-error there is no such call
  queryOptions({ queryKey: ['forgotten'], queryFn });
  // @ts-expect-error the user is missing
  queryOptions({ queryKey: ['collection'], queryFn });
  // @ts-expect-error the product is a string, as in the address
  queryOptions({ queryKey: ['product', 3], queryFn });
  // @ts-expect-error the queue is missing
  callQuery(['deskDeals', 'ada'], {});
});

it('a tag refetches its queries and no others, and a logout removes the personal ones', async () => {
  const client = new QueryClient();
  client.setQueryData(['collection', 'ada'], []);
  client.setQueryData(['security', 'ada'], {});
  client.setQueryData(['product', '3'], null);
  await refetchTagged(client, ['own pairs']);
  const queries = client.getQueryCache().getAll();
  expect(queries.filter(({ state }) => state.isInvalidated).map(({ queryKey: [name] }) => name)).toEqual([
    'collection',
  ]);
  forgetUser(client);
  expect(
    client
      .getQueryCache()
      .getAll()
      .map(({ queryKey: [name] }) => name),
  ).toEqual(['product']);
});
