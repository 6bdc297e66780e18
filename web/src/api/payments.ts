import type { TestCard } from '@perkex/contract/test-cards.js';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from './call.js';
import { refetchTagged } from './query-tags.js';
import { saveChange } from './save-change.js';

/** The card and the payouts of the user at the payment provider. */
export function paymentSetupQuery(userId: string) {
  return queryOptions({
    queryKey: ['paymentSetup', userId],
    queryFn: ({ signal }) => call('paymentSetup', {}, signal),
    enabled: userId !== '',
  });
}

/**
 * Saves a test card of play money in place of the earlier one, and reads the deals again that it pays.
 * @throws RefusalError, ConnectionError
 */
export async function saveTestCard(client: QueryClient, userId: string, card: TestCard): Promise<void> {
  await saveChange(
    () => call('prepareCard', { body: { uid: userId, card } }),
    async () => {
      await client.invalidateQueries({ queryKey: paymentSetupQuery(userId).queryKey });
      await refetchTagged(client, ['own orders']);
    },
  );
}

/** The address at which the buyer's bank asks for a confirmation. @throws RefusalError, ConnectionError */
export async function bankPageOf(dealId: string): Promise<string> {
  return (await call('bankPage', { params: { id: dealId } })).address;
}
