import type { CallAnswer } from '@perkex/contract/calls.js';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from './call.js';
import { readAgain } from './read-again.js';
import { saveChange } from './save-change.js';

export type Watch = CallAnswer<'watches'>['products'][number];

/** What is watched: a product in this size, or with null in all. */
export interface Watched {
  readonly productId: number;
  readonly size: string | null;
}

/**
 * What the user watches, for hearts. It has a key of its own: hearts show no prices, so that it need not be read again
 * whenever one of them changes.
 */
export function heartsQuery(uid: string) {
  return queryOptions({
    queryKey: ['hearts', uid],
    queryFn: async ({ signal }) => (await call('hearts', {}, signal)).watches,
    enabled: uid !== '',
  });
}

/** What the user watches, newest first; of one product, or with null of all. */
export function watchesQuery(uid: string, productId: number | null = null) {
  return queryOptions({
    queryKey: ['watches', uid, productId ?? 'all'],
    queryFn: async ({ signal }) => {
      const query = productId === null ? {} : { product: String(productId) };
      return (await call('watches', { query }, signal)).products;
    },
    enabled: uid !== '',
  });
}

/**
 * Has the user watch something; again changes its alert.
 * @param alert the price in whole dollars of which to be told, null for none; left out, it stays as it is
 */
export async function setWatch(
  client: QueryClient,
  uid: string,
  watched: Watched & { readonly alert?: number | null },
): Promise<CallAnswer<'watch'>> {
  return saveChange(
    () => call('watch', { body: { uid, ...watched } }),
    () => readAllAgain(client, uid),
  );
}

export async function removeWatch(
  client: QueryClient,
  uid: string,
  { productId, size }: Watched,
): Promise<string> {
  const isOther = (watch: Pick<Watch, 'id' | 'size'>) => watch.id !== productId || watch.size !== size;
  const remove = async () => {
    const answer = await call('unwatch', { body: { uid, productId, size } });
    for (const queryKey of keysOf(uid)) {
      client.setQueriesData({ queryKey }, (watches?: Watch[]) => watches?.filter(isOther));
    }
    return answer;
  };
  // The row goes at once, and the lists are read again behind it.
  return saveChange(remove, async () => void readAllAgain(client, uid));
}

/** What keys of whatever tells what a user watches begin with. */
function keysOf(uid: string) {
  return [
    ['watches', uid],
    ['hearts', uid],
  ];
}

async function readAllAgain(client: QueryClient, uid: string): Promise<void> {
  await Promise.all(keysOf(uid).map((queryKey) => readAgain(client, queryKey)));
}
