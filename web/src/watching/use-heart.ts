import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { paths } from '../links/paths.js';
import { useLocation, useNavigate } from '../routing/hooks.js';
import { useUid } from '../session/auth-store.js';
import type { HeartedProduct } from './hearted-product.js';
import { Hearts } from './hearts.js';
import { toWatchFromHere } from './login-to-watch.js';

const heartsOfClient = new WeakMap<QueryClient, Hearts>();

/** Those of the user of a page; another user gets others. */
export function heartsOf(client: QueryClient, uid: string): Hearts {
  const known = heartsOfClient.get(client);
  if (known?.uid === uid) {
    return known;
  }
  const hearts = new Hearts(client, uid);
  heartsOfClient.set(client, hearts);
  return hearts;
}

const isNotWatched = () => false;

/** Whether a user watches a product, and what a press of its heart does. Visitors are led to the login page and back. */
export function useHeart(product: HeartedProduct) {
  const uid = useUid();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const hearts = heartsOf(useQueryClient(), uid);
  const isWatched = useSyncExternalStore(hearts.show, () => hearts.isWatched(product.id), isNotWatched);
  const press = () => {
    if (uid === '') {
      navigate(paths.login, { state: toWatchFromHere(product, pathname + search) });
    } else {
      void hearts.change(product.id, !isWatched);
    }
  };
  return { isWatched, press };
}
