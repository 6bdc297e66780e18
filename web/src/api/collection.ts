import type { CallAnswer } from '@perkex/contract/calls.js';
import type { HistoryRange } from '@perkex/contract/figures.js';
import { keepPreviousData, type QueryClient } from '@tanstack/react-query';
import { call, RefusalError } from './call.js';
import { callQuery } from './call-query.js';
import { refetchTagged } from './query-tags.js';
import { saveChange } from './save-change.js';

export type Collection = CallAnswer<'collection'>;
export type CollectionPair = Collection['pairs'][number];

/** A pair to add. Prices are in whole dollars; the day is in UTC. */
export interface NewPair {
  readonly id: string;
  readonly productId: number;
  readonly size: string;
  readonly price: number;
  readonly date: string;
}

/** The pairs that the user owns, newest first. */
export function collectionQuery(userId: string) {
  return callQuery(['collection', userId], { enabled: userId !== '' });
}

/** The valuation of the pairs over time. */
export function collectionHistoryQuery(userId: string, range: HistoryRange) {
  return callQuery(['collectionHistory', userId, range], {
    query: { range },
    placeholderData: keepPreviousData,
  });
}

export function addPair(client: QueryClient, userId: string, pair: NewPair): Promise<string> {
  return save(client, () => call('addPair', { body: { uid: userId, ...pair } }));
}

/** @param soldOn the day on which the pair was sold elsewhere; null removes it as if it had never been there */
export async function removePair(
  client: QueryClient,
  userId: string,
  { id, soldOn }: { readonly id: string; readonly soldOn: string | null },
): Promise<void> {
  await save(client, () => call('removePair', { body: { uid: userId, id, soldOn } }).catch(unlessGone));
}

/** A removal whose response was lost is sent again. */
function unlessGone(error: unknown): void {
  if (!(error instanceof RefusalError && error.code === 'unknown-pair')) {
    throw error;
  }
}

/**
 * Undoes the removal of a pair.
 * @param soldOn as passed to `removePair`
 */
export async function putPairBack(
  client: QueryClient,
  userId: string,
  { id, isBought, productId, size, price, date }: CollectionPair,
  soldOn: string | null,
): Promise<void> {
  // An entered pair that was removed without a sale no longer exists, so it is added again.
  if (soldOn === null && !isBought) {
    await addPair(client, userId, { id, productId, size, price, date });
  } else {
    await save(client, () => call('restorePair', { body: { uid: userId, id } }));
  }
}

function save<Answer>(client: QueryClient, change: () => Promise<Answer>): Promise<Answer> {
  return saveChange(change, () => refetchTagged(client, ['own pairs']));
}
