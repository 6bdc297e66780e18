import type { CallAnswer } from '@perkex/contract/calls.js';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from './call.js';
import { refetchTagged } from './query-tags.js';
import { sendUntilAnswered } from './save-change.js';
import { SaveQueues } from './save-queue.js';

export type Watch = CallAnswer<'watches'>['products'][number];

/** A watched product in one size, or in all sizes for null. */
export interface Watched {
  readonly productId: number;
  readonly size: string | null;
}

/**
 * The user's watches for hearts. They have a key of their own, because hearts show no prices and need no refetch when
 * one changes.
 */
export function heartsQuery(userId: string) {
  return queryOptions({
    queryKey: ['hearts', userId],
    queryFn: async ({ signal }) => (await call('hearts', {}, signal)).watches,
    enabled: userId !== '',
    // No event reports the changes of other tabs.
    refetchOnWindowFocus: true,
  });
}

/** The user's watches, newest first, of one product, or of all products for null. */
export function watchesQuery(userId: string, productId: number | null = null) {
  return queryOptions({
    queryKey: ['watches', userId, productId ?? 'all'],
    queryFn: async ({ signal }) => {
      const query = productId === null ? {} : { product: String(productId) };
      return (await call('watches', { query }, signal)).products;
    },
    enabled: userId !== '',
  });
}

/** A watch for a heart. The alert is in whole dollars, null for none. */
export interface ShownWatch {
  readonly id: number;
  readonly size: string | null;
  readonly alert: number | null;
}

interface WatchChoice extends Watched {
  readonly isEnded: boolean;
  /** Left out, the alert does not change. */
  readonly alert?: number | null | undefined;
}

const watchSaves = new SaveQueues<WatchChoice>();

export type WatchChoices = ReturnType<typeof watchSaves.newestOfAll>;

/**
 * Watches a product, or changes the alert of a watch.
 * @param alert as in `ShownWatch`; left out, the alert does not change
 * @returns null if there is a newer choice about it (`SaveQueues.save`)
 * @throws RefusalError, ConnectionError
 */
export function setWatch(
  client: QueryClient,
  userId: string,
  { productId, size, alert }: Watched & { readonly alert?: number | null | undefined },
): Promise<CallAnswer<'watch'> | null> {
  const choice = { productId, size, alert, isEnded: false };
  const body = { uid: userId, productId, size, ...(alert === undefined ? {} : { alert }) };
  return watchSaves.save(client, thingOf(productId, size), choice, {
    send: () => sendUntilAnswered(() => call('watch', { body })),
    refresh: () => readAllAgain(client, userId),
  });
}

/** Ends a watch. @returns null if there is a newer choice about it @throws RefusalError, ConnectionError */
export function removeWatch(
  client: QueryClient,
  userId: string,
  { productId, size }: Watched,
): Promise<string | null> {
  return watchSaves.save(
    client,
    thingOf(productId, size),
    { productId, size, isEnded: true },
    {
      send: () => sendUntilAnswered(() => call('unwatch', { body: { uid: userId, productId, size } })),
      refresh: () => readAllAgain(client, userId),
    },
  );
}

/** True if the user has ended a watch and that is not saved yet. */
export function isEnding({ productId, size }: Watched): boolean {
  return watchSaves.newest(thingOf(productId, size))?.isEnded ?? false;
}

export const watchChoices = () => watchSaves.newestOfAll();
export const useWatchChoices = () => watchSaves.useNewestOfAll();
export const onWatchChoice = watchSaves.subscribe;

/** Applies unsaved choices to the watches. Leaves out watches that have begun since. */
export function withChoices<Each extends ShownWatch>(read: readonly Each[], choices: WatchChoices): Each[] {
  return read.flatMap((watch) => {
    const { isEnded = false, alert = watch.alert } = choices.get(thingOf(watch.id, watch.size))?.choice ?? {};
    return isEnded ? [] : [{ ...watch, alert }];
  });
}

/** As `withChoices`, with watches that have begun since. */
export function shownWatches(read: readonly ShownWatch[], choices: WatchChoices): ShownWatch[] {
  const known = new Set(read.map(({ id, size }) => thingOf(id, size)));
  const begun = [...choices].filter(([thing, { choice }]) => !choice.isEnded && !known.has(thing));
  return [
    ...withChoices(read, choices),
    ...begun.map(
      ([
        ,
        {
          choice: { productId: id, size, alert = null },
        },
      ]) => ({ id, size, alert }),
    ),
  ];
}

function thingOf(productId: number, size: string | null): string {
  return `${productId}/${size ?? ''}`;
}

/** Refetches everything that shows the user's watches. A failure does not fail the save. */
async function readAllAgain(client: QueryClient, userId: string): Promise<void> {
  const choices = watchChoices();
  client.setQueryData(heartsQuery(userId).queryKey, (read) => read && shownWatches(read, choices));
  client.setQueriesData(
    { queryKey: ['watches', userId] },
    (read?: Watch[]) => read && withChoices(read, choices),
  );
  await refetchTagged(client, ['own watches']);
}
