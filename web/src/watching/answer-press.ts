import { MutationObserver, type QueryClient } from '@tanstack/react-query';
import { heartsQuery, removeWatch, setWatch, type Watched } from '../api/watching.js';
import { paths } from '../links/paths.js';
import { browserHistory } from '../routing/history.js';
import { showSuccess } from '../ui/toast.js';
import type { HeartedProduct } from './hearted-product.js';
import { toWatchFromHere } from './login-to-watch.js';

/** A watch with its alert, in whole dollars; null for none. */
interface KeptWatch extends Watched {
  readonly alert: number | null;
}

/** What a press has taken back, by user and product: pressed again, the heart brings it back as it was. */
const takenBack = new Map<string, readonly KeptWatch[]>();

/**
 * Has a user watch a product, or watch it no more in any size; visitors are led to the login page and back.
 * @returns whether it is done
 * @throws RefusalError, ConnectionError
 */
export async function answerPress(
  client: QueryClient,
  uid: string,
  product: HeartedProduct,
  isWatched: boolean,
): Promise<boolean> {
  if (uid === '') {
    const { pathname, search } = browserHistory.location;
    browserHistory.navigate(paths.login, { state: toWatchFromHere(product, pathname + search) });
    return false;
  }
  const change = isWatched ? beginToWatch : stopWatching;
  // One after the other: of two presses the last one counts.
  const mutation = { mutationFn: () => change(client, uid, product), scope: { id: 'hearts' } };
  await new MutationObserver(client, mutation).mutate();
  return true;
}

async function beginToWatch(client: QueryClient, uid: string, { id }: HeartedProduct): Promise<void> {
  const key = keyOf(uid, id);
  for (const watch of takenBack.get(key) ?? [{ productId: id, size: null }]) {
    await setWatch(client, uid, watch);
  }
  takenBack.delete(key);
}

async function stopWatching(client: QueryClient, uid: string, { id }: HeartedProduct): Promise<void> {
  const watches = client.getQueryData(heartsQuery(uid).queryKey) ?? [];
  const known = watches.filter((watch) => watch.id === id);
  // What was begun a moment ago may not have been read again.
  const ended = known.length > 0 ? known : [{ size: null, alert: null }];
  for (const { size } of ended) {
    await removeWatch(client, uid, { productId: id, size });
  }
  takenBack.set(
    keyOf(uid, id),
    ended.map(({ size, alert }) => ({ productId: id, size, alert })),
  );
  if (ended.some(({ alert }) => alert !== null)) {
    showSuccess('The alert is off, too. Press the heart again to have it back.');
  }
}

function keyOf(uid: string, productId: number): string {
  return `${uid} ${productId}`;
}
