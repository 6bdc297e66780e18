import type { CallAnswer } from '@perkex/contract/calls.js';
import type { TestCard } from '@perkex/contract/test-cards.js';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from './call.js';
import { callQuery } from './call-query.js';
import { refetchTagged } from './query-tags.js';
import { saveChange } from './save-change.js';

/** The card and the payouts of the user at the payment provider. */
export function paymentSetupQuery(userId: string) {
  return callQuery(['paymentSetup', userId], { enabled: userId !== '' });
}

/**
 * Saves a test card of play money in place of the earlier one, and reads the deals again that it pays.
 * @throws RefusalError, ConnectionError
 */
export async function saveTestCard(client: QueryClient, userId: string, card: TestCard): Promise<void> {
  await saveChange(() => call('prepareCard', { body: { uid: userId, card } }), rereadSetup(client, userId));
}

/**
 * Starts saving a card.
 * @returns the secret for the provider's form, or null if the card is saved already
 * @throws RefusalError, ConnectionError
 */
export async function prepareCard(client: QueryClient, userId: string): Promise<string | null> {
  const { clientSecret } = await call('prepareCard', { body: { uid: userId } });
  if (clientSecret === null) {
    await rereadSetup(client, userId)();
  }
  return clientSecret;
}

/**
 * Uses the card that the provider's form has saved, and reads the deals again that it pays.
 * @throws RefusalError, ConnectionError
 */
export async function finishCard(client: QueryClient, userId: string): Promise<void> {
  await saveChange(() => call('finishCard', { body: { uid: userId } }), rereadSetup(client, userId));
}

/**
 * Opens the account that payouts go to.
 * @returns the address of the form that completes it, or null if it is ready
 * @throws RefusalError, ConnectionError
 */
export async function preparePayouts(client: QueryClient, userId: string): Promise<string | null> {
  const { url } = await call('preparePayouts', { body: { uid: userId } });
  await rereadSetup(client, userId)();
  return url;
}

/** Removes the account that payouts go to. @throws RefusalError, ConnectionError */
export async function removePayouts(client: QueryClient, userId: string): Promise<void> {
  await saveChange(() => call('removePayouts', { body: { uid: userId } }), rereadSetup(client, userId));
}

/** Asks the provider if an account has been completed, also when its user returns from another tab. */
export function payoutCheckQuery(client: QueryClient, userId: string) {
  return queryOptions({
    queryKey: ['checkPayouts', userId],
    queryFn: async ({ signal }) => {
      const { isReady } = await call('checkPayouts', {}, signal);
      if (isReady) {
        await rereadSetup(client, userId)();
      }
      return isReady;
    },
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}

/** Refetches the setup, and the deals whose payments and payouts a change of it starts. */
export function rereadSetup(client: QueryClient, userId: string): () => Promise<void> {
  return async () => {
    await client.invalidateQueries({ queryKey: paymentSetupQuery(userId).queryKey });
    await refetchTagged(client, ['own orders']);
  };
}

export type PaymentInstructions = CallAnswer<'paymentInstructions'>;
export type Debt = CallAnswer<'debt'>;

/** No event reports that a part of the payment has arrived, so the instructions are read again from time to time. */
const INSTRUCTIONS_INTERVAL_MS = 60_000;

/** Where and how the buyer pays a deal by bank transfer. */
export function instructionsQuery(userId: string, dealId: string) {
  return callQuery(['paymentInstructions', userId, dealId], {
    params: { id: dealId },
    enabled: userId !== '',
    refetchOnWindowFocus: 'always',
    refetchInterval: INSTRUCTIONS_INTERVAL_MS,
  });
}

/** An account as its user types it. */
export interface TypedAccount {
  readonly holder: string;
  readonly account: string;
  readonly bankCode: string;
}

/**
 * Saves the account that the user is paid to, and reads the deals again whose payouts start then.
 * @throws RefusalError, ConnectionError
 */
export async function saveBankAccount(
  client: QueryClient,
  userId: string,
  account: TypedAccount,
): Promise<void> {
  await saveChange(
    () => call('saveBankAccount', { body: { uid: userId, ...account } }),
    rereadSetup(client, userId),
  );
}

/** The address at which the buyer's bank asks for a confirmation. @throws RefusalError, ConnectionError */
export async function bankPageOf(dealId: string): Promise<string> {
  return (await call('bankPage', { params: { id: dealId } })).address;
}

/** A payment takes a moment, also after the bank's question, so it is read again until it has ended. */
const COLLECTING_INTERVAL_MS = 2_000;

/** The debt of the user across all their deals, and their payment of it. */
export function debtQuery(userId: string) {
  return callQuery(['debt', userId], {
    enabled: userId !== '',
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state: { data } }) =>
      data?.transfer
        ? INSTRUCTIONS_INTERVAL_MS
        : data?.payment === 'collecting' || data?.payment === 'needs-buyer'
          ? COLLECTING_INTERVAL_MS
          : false,
  });
}

/** Starts the payment of all that the user owes, and reads their money again. @throws RefusalError, ConnectionError */
export async function payDebt(client: QueryClient, userId: string): Promise<void> {
  await saveChange(
    async () => {
      client.setQueryData(debtQuery(userId).queryKey, await call('payDebt', { body: { uid: userId } }));
    },
    () => refetchTagged(client, ['own orders']),
  );
}

/**
 * The address at which the user's bank asks to confirm the payment of what they owe. @throws RefusalError,
 * ConnectionError
 */
export async function debtBankPage(): Promise<string> {
  return (await call('debtBankPage', {})).address;
}
