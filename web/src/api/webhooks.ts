import type { CallAnswer } from '@perkex/contract/calls.js';
import type { Delivery, DeliveryStatus, OwnWebhook, WebhookTerms } from '@perkex/contract/webhooks.js';
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { call } from './call.js';
import { callQuery } from './call-query.js';
import { refetch, saveChange } from './save-change.js';

export type { Delivery, DeliveryStatus, OwnWebhook, WebhookTerms };

/** The user's webhooks, newest first. */
export function webhooksQuery(userId: string) {
  return callQuery(['webhooks', userId], {
    enabled: userId !== '',
    // They deliver in the meantime.
    refetchOnMount: 'always',
  });
}

/** The deliveries of a webhook, of the newest events first, page by page. @param status null for all */
export function deliveriesQuery(userId: string, webhook: string, status: DeliveryStatus | null) {
  return infiniteQueryOptions({
    queryKey: ['deliveries', userId, webhook, status],
    queryFn: ({ pageParam, signal }) =>
      call(
        'deliveries',
        {
          params: { webhook },
          query: {
            ...(pageParam === null ? {} : { before: String(pageParam) }),
            ...(status === null ? {} : { status }),
          },
        },
        signal,
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    enabled: userId !== '',
    refetchOnMount: 'always',
  });
}

function reread(client: QueryClient, userId: string): () => Promise<void> {
  return () => refetch(client, webhooksQuery(userId).queryKey, ['deliveries', userId]);
}

/**
 * Makes a webhook. It is sent once: without an answer, a webhook that was made is in the list, but its secret is lost.
 * @throws RefusalError, ConnectionError
 */
export async function makeWebhook(
  client: QueryClient,
  userId: string,
  terms: WebhookTerms,
): Promise<CallAnswer<'makeWebhook'>> {
  try {
    return await call('makeWebhook', { body: { uid: userId, ...terms } });
  } finally {
    void reread(client, userId)();
  }
}

/** Makes a new secret, in the same way. @throws RefusalError, ConnectionError */
export async function renewSecret(
  client: QueryClient,
  userId: string,
  webhook: string,
): Promise<CallAnswer<'renewWebhookSecret'>> {
  try {
    return await call('renewWebhookSecret', { body: { uid: userId, webhook } });
  } finally {
    void reread(client, userId)();
  }
}

/** @throws RefusalError, ConnectionError */
export async function changeWebhook(
  client: QueryClient,
  userId: string,
  webhook: string,
  terms: WebhookTerms,
): Promise<void> {
  const body = { uid: userId, webhook, ...terms };
  await saveChange(() => call('changeWebhook', { body }), reread(client, userId));
}

/** Turns a webhook on or off. @throws RefusalError, ConnectionError */
export async function switchWebhook(
  client: QueryClient,
  userId: string,
  webhook: string,
  isOn: boolean,
): Promise<void> {
  const body = { uid: userId, webhook, isOn };
  await saveChange(() => call('switchWebhook', { body }), reread(client, userId));
}

/** @throws RefusalError, ConnectionError */
export async function deleteWebhook(client: QueryClient, userId: string, webhook: string): Promise<void> {
  await saveChange(() => call('deleteWebhook', { body: { uid: userId, webhook } }), reread(client, userId));
}

/** Sends events again. @returns how many @throws RefusalError, ConnectionError */
export async function replayEvents(
  client: QueryClient,
  userId: string,
  webhook: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<number> {
  const body = { uid: userId, webhook, from, to };
  const { events } = await saveChange(() => call('replayEvents', { body }), reread(client, userId));
  return events;
}
