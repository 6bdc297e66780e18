import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useUid } from '../session/auth-store.js';
import type { HeartedProduct } from './hearted-product.js';
import { Hearts } from './hearts.js';

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

/** Whether somebody watches a product, and what a press of its heart does. */
export function useHeart(product: HeartedProduct) {
  const hearts = heartsOf(useQueryClient(), useUid());
  const isWatched = useSyncExternalStore(hearts.show, () => hearts.isWatched(product.id), isNotWatched);
  return { isWatched, press: () => void hearts.change(product, !isWatched) };
}
